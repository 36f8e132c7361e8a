import type { Columns } from '../columns.js';
import type { Trait } from '../draft.js';
import { STRONG } from '../known-words.js';
import { RELIABILITY_FIELDS, TRAIT_FIELDS } from '../traits.js';

/** Columns of one trait: its breeding value and, where given, the reliability. */
export interface BreedingValueColumns {
  trait: Trait;
  /** REST's word for it. */
  word: string;
  value: number;
  reliability?: number;
}

/** Words of a header that say "breeding value" or "reliability", folded. */
const VALUE_WORDS = /^(zw|ebv|bv|zuchtwert|breedingvalue)|(zw|ebv|zuchtwert|breedingvalue)$/;
const RELIABILITY = '(r2|sicherheit|reliability|fiabilite|attendibilita|betrouwbaarheid|fiabilidad)';
const RELIABILITY_WORDS = new RegExp(`^${RELIABILITY}|${RELIABILITY}$`);

/** Words of this format alone: elsewhere a pin test needs its hours. */
const FURTHER_WORDS: ReadonlyMap<string, Trait> = new Map([
  ['nadeltest', 'hyg6h'],
  ['hygiene', 'hyg6h'],
  ['pintest', 'hyg6h'],
  ['hyg', 'hyg6h'],
]);

/** What a header says: the value or the reliability of a trait; with trait null that of the column before it. */
type Claim = { trait: Trait | null; reliability: boolean };

/** Finds the traits; of two columns for one the mapped has it, else the first. A bare `r2` or `Sicherheit` belongs to the column before it. */
export function breedingValueColumns(columns: Columns): BreedingValueColumns[] {
  const claims = columns.headers.map((_, column) => claimOf(columns, column));
  const found = new Map<Trait, BreedingValueColumns>();
  const mappedFirst = [...columns.mapped.keys(), ...claims.keys()];
  mappedFirst.forEach((value) => {
    const claim = claims[value];
    if (!claim?.trait || claim.reliability || found.has(claim.trait)) return;
    found.set(claim.trait, { trait: claim.trait, word: wordOf(claim.trait), value });
  });
  mappedFirst.forEach((column) => {
    const claim = claims[column];
    if (!claim?.reliability) return;
    const its = claim.trait ? found.get(claim.trait) : [...found.values()].find(({ value }) => value === column - 1);
    if (its) its.reliability ??= column;
  });
  return [...found.values()];
}

function claimOf({ folded, mapped }: Columns, column: number): Claim | null {
  const field = mapped.get(column);
  if (field !== undefined) {
    const measured = TRAIT_FIELDS.get(field as never)?.trait;
    if (measured !== undefined) return { trait: measured, reliability: false };
    const judged = field === null ? undefined : RELIABILITY_FIELDS.get(field);
    return judged === undefined ? null : { trait: judged, reliability: true };
  }
  for (const header of folded[column]!) {
    const bare = header.replace(RELIABILITY_WORDS, '');
    const reliability = bare !== header;
    if (reliability && bare === '') return { trait: null, reliability };
    const trait = traitOf(bare) ?? traitOf(bare.replace(VALUE_WORDS, ''));
    if (trait !== undefined) return { trait, reliability };
  }
  return null;
}

function traitOf(word: string): Trait | undefined {
  const field = STRONG.get(word);
  return (field && TRAIT_FIELDS.get(field)?.trait) ?? FURTHER_WORDS.get(word);
}

function wordOf(trait: Trait): string {
  for (const each of TRAIT_FIELDS.values()) if (each.trait === trait) return each.value;
  return trait;
}
