import { TRAITS, type Trait } from '../i18n/traits.js';

/** Minimum of each trait. */
export type Minima = Partial<Record<Trait, number>>;

/** Reads minima in the format of an address, such as `honey:105,gentleness:100`; other words are ignored. */
export function readMinima(text: string | undefined): Minima {
  const minima: Minima = {};
  for (const part of text?.split(',') ?? []) {
    const [word, number = ''] = part.split(':');
    const trait = TRAITS.find((each) => each === word);
    if (trait && number !== '' && Number.isFinite(Number(number))) minima[trait] = Number(number);
  }
  return minima;
}

/**
 * @param nameOf the word for a trait; by default the one that addresses use
 * @returns undefined if there are no minima
 */
export function writeMinima(minima: Minima, nameOf: (trait: Trait) => string = String): string | undefined {
  const parts = TRAITS.flatMap((trait) => (minima[trait] === undefined ? [] : `${nameOf(trait)}:${minima[trait]}`));
  return parts.length > 0 ? parts.join(',') : undefined;
}

/** As a GraphQL variable. */
export const minimaVariable = (text: string | undefined): Minima | undefined =>
  text === undefined ? undefined : readMinima(text);
