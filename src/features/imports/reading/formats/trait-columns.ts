import type { Columns } from '../columns.js';
import { TRAIT_OF_COLUMN, TRAITS, type TraitColumn } from '../../../../core/traits.js';
import { foldHeader } from '../folding.js';
import { STRONG } from '../known-words.js';
import { RELIABILITY_FIELDS, TRAIT_FIELDS } from '../traits.js';

/** Columns of one trait: its breeding value and, if present, the reliability. */
export interface BreedingValueColumns {
  trait: TraitColumn;
  /** REST name of the breeding value. */
  word: string;
  value: number;
  reliability?: number;
  /** Whether the header, or a column of reliabilities, shows that the column `value` contains breeding values. */
  isExplicit: boolean;
}

/** Words for "breeding value" and "reliability", folded. */
const VALUE =
  '(?:zuchtwert|zw|gebv|ebv|breedingvalue|valeurgenetique|indexgenetique|valoregenetico|indicegenetico|wartoschodowlana|fokwaarde|valorgenetico|valordecria)';
const VALUE_WORDS = new RegExp(`^(?:${VALUE}|bv)|${VALUE}$`);
const RELIABILITY =
  '(r2|sicherheit|reliability|fiabilite|attendibilita|wiarygodnosc|dokladnosc|betrouwbaarheid|fiabilidad)';
/**
 * Abbreviations of these words (de, it, fr), longer ones first, because the first match counts. Alone, they are not known
 * headers, because `Sì` means "yes".
 */
const RELIABILITY_ABBREVIATION = '(sich|si|attend|att|cd|fiab)';
const RELIABILITY_WORDS = new RegExp(`^${RELIABILITY}|${RELIABILITY}$`);
const RELIABILITY_ABBREVIATIONS = new RegExp(`^${RELIABILITY_ABBREVIATION}|${RELIABILITY_ABBREVIATION}$`);

/**
 * Words that are recognized only for breeding values. In other formats, the header of a pin test must state its hours.
 */
const FURTHER_WORDS: ReadonlyMap<string, TraitColumn> = new Map([
  ['nadeltest', 'hyg6h'],
  ['hygiene', 'hyg6h'],
  ['pintest', 'hyg6h'],
  ['hyg', 'hyg6h'],
]);

/**
 * Meaning of a header: the value or the reliability of a trait. If `trait` is null, the column contains the
 * reliabilities of the values in the column before it.
 */
type HeaderMeaning = {
  trait: TraitColumn | null;
  reliability: boolean;
  isExplicit?: boolean;
  isAbbreviation?: boolean;
};

/**
 * Finds the columns of the traits. If several columns match a trait, a header that names a breeding value has
 * precedence, then a mapped column, then the first column. A plain `r2` or `Sicherheit` belongs to the column before
 * it.
 */
export function breedingValueColumns(columns: Columns): BreedingValueColumns[] {
  const claims = columns.headers.map((_, column) => meaningOf(columns, column));
  const found = new Map<TraitColumn, BreedingValueColumns>();
  const explicitFirst = [...claims.keys()].filter((column) => claims[column]?.isExplicit);
  const mappedFirst = [...explicitFirst, ...columns.mapped.keys(), ...claims.keys()];
  mappedFirst.forEach((value) => {
    const claim = claims[value];
    if (!claim?.trait || claim.reliability || found.has(claim.trait)) return;
    found.set(claim.trait, {
      trait: claim.trait,
      word: TRAITS[TRAIT_OF_COLUMN[claim.trait]].word,
      value,
      isExplicit: claim.isExplicit === true,
    });
  });
  mappedFirst.forEach((column) => {
    const claim = claims[column];
    if (!claim?.reliability) return;
    const target = claim.trait ? found.get(claim.trait) : [...found.values()].find(({ value }) => value === column - 1);
    if (!target) return;
    target.reliability ??= column;
    if (!claim.isAbbreviation) target.isExplicit = true;
  });
  return [...found.values()].toSorted((one, other) => one.value - other.value);
}

function meaningOf({ folded, mapped }: Columns, column: number): HeaderMeaning | null {
  const field = mapped.get(column);
  if (field !== undefined) {
    const measured = TRAIT_FIELDS.get(field ?? '')?.trait;
    if (measured !== undefined) return { trait: measured, reliability: false };
    const judged = field === null ? undefined : RELIABILITY_FIELDS.get(field);
    return judged === undefined ? null : { trait: judged, reliability: true };
  }
  for (const header of folded[column] ?? []) {
    const bare = withoutReliability(header);
    const reliability = bare !== header;
    // An abbreviation alone, such as `Si`, does not show that the column before it contains breeding values.
    if (reliability && bare === '')
      return { trait: null, reliability, isAbbreviation: !RELIABILITY_WORDS.test(header) };
    const plain = traitOf(bare);
    if (plain !== undefined) return { trait: plain, reliability };
    const trait = traitOf(bare.replace(VALUE_WORDS, ''));
    if (trait !== undefined) return { trait, reliability, isExplicit: true };
  }
  return null;
}

/** Removes the word for "reliability" from a folded header. An abbreviation must stand alone or beside a trait. */
function withoutReliability(header: string): string {
  const bare = header.replace(RELIABILITY_WORDS, '');
  if (bare !== header || traitOf(header) !== undefined) return bare;
  const short = header.replace(RELIABILITY_ABBREVIATIONS, '');
  return short === '' || traitOf(short.replace(VALUE_WORDS, '')) !== undefined ? short : header;
}

/** Whether a header names a trait, a breeding value or a reliability. */
export const isTraitHeader = (header: string): boolean =>
  isBreedingValueHeader(header) || foldHeader(header).some((word) => traitOf(word) !== undefined);

/** Whether a header names a breeding value or a reliability. */
export function isBreedingValueHeader(header: string): boolean {
  return foldHeader(header).some((word) => {
    const bare = withoutReliability(word);
    const trait = bare.replace(VALUE_WORDS, '');
    return (
      (bare !== word && (bare === '' ? RELIABILITY_WORDS.test(word) : traitOf(bare) !== undefined)) ||
      (trait !== bare && traitOf(trait) !== undefined)
    );
  });
}

function traitOf(word: string): TraitColumn | undefined {
  const field = STRONG.get(word);
  return (field && TRAIT_FIELDS.get(field)?.trait) ?? FURTHER_WORDS.get(word);
}
