import { TRAITS, type Trait } from '../i18n/traits.js';

export type Minima = Partial<Record<Trait, number>>;

/** Reads minima in the format of search parameters, such as `honey:105,gentleness:100`. Ignores invalid parts. */
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
 * @param nameOf returns the name of a trait; default: the name in search parameters
 * @returns undefined if there are no minima
 */
export function writeMinima(minima: Minima, nameOf: (trait: Trait) => string = String): string | undefined {
  const parts = TRAITS.flatMap((trait) => (minima[trait] === undefined ? [] : `${nameOf(trait)}:${minima[trait]}`));
  return parts.length > 0 ? parts.join(',') : undefined;
}

/** Converts minima from a search parameter to a GraphQL variable. */
export const minimaVariable = (text: string | undefined): Minima | undefined =>
  text === undefined ? undefined : readMinima(text);
