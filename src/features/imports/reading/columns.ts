import { cutText } from '../../../core/storable-text.js';
import { TRAIT_NAMES, TRAITS } from '../../../core/traits.js';
import { foldAbbreviated } from './abbreviations.js';
import { UnreadableFile } from './draft.js';
import type { ReadOptions } from './draft.js';
import { FIELD_NAMES } from './fields.js';
import { foldHeader } from './folding.js';
import { inspectedTrait, isHarvest } from './partial-headers.js';
import { STRONG, WEAK } from './known-words.js';
import type { FieldName } from './known-words.js';
import { isTraitField, RELIABILITY_FIELDS } from './traits.js';
import { isInOtherUnit, withoutUnit } from './units.js';

/** The columns of a table with their headers. */
export interface Columns {
  headers: readonly string[];
  /** Folded forms of each header (see `foldAbbreviated`), the most exact form first. */
  folded: readonly string[][];
  /** The mapping of the request: a field, or null to ignore the column. The mapping overrides recognized fields. */
  mapped: ReadonlyMap<number, string | null>;
}

/** Name of a breeding value → field of the measured trait. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  TRAIT_NAMES.map((name) => [TRAITS[name].word, TRAITS[name].member]),
);

/**
 * Creates the columns.
 * @param headers headers with unique names
 * @param written headers as in the file
 * @throws {UnreadableFile} with path `mapping` for an unknown header or field, and for two headers that are mapped to
 *   one field
 */
export function columnsOf(
  headers: readonly string[],
  written: readonly string[],
  mapping: ReadOptions['mapping'],
): Columns {
  const mapped = new Map<number, string | null>();
  const taken = new Map<string, string>();
  for (const [header, wanted] of Object.entries(mapping ?? {})) {
    const column = positionOf(header, headers);
    const field = wanted === null ? null : (OTHER_NAMES.get(wanted) ?? wanted);
    if (field !== null && !(FIELD_NAMES as string[]).includes(field) && !RELIABILITY_FIELDS.has(field)) {
      const right = [...FIELD_NAMES, ...RELIABILITY_FIELDS.keys()].join(', ');
      throw new UnreadableFile(
        `"${field}" is not a field. A column can be mapped to ${right}, or to null to ignore it.`,
        'mapping',
      );
    }
    if (field !== null && taken.has(field)) {
      throw new UnreadableFile(`"${taken.get(field)}" and "${header}" are both mapped to ${field}.`, 'mapping');
    }
    if (field !== null) taken.set(field, header);
    mapped.set(column, field);
  }
  return { headers, folded: written.map(foldAbbreviated), mapped };
}

function positionOf(header: string, headers: readonly string[]): number {
  const exact = headers.indexOf(header);
  const column = exact >= 0 ? exact : headers.findIndex((each) => each.trim() === header.trim());
  if (column < 0) {
    const there = headers.slice(0, 50).map((each) => `"${cutText(each.trim(), 60)}"`);
    if (headers.length > there.length) there.push('…');
    throw new UnreadableFile(`The file has no column "${header}"; its columns are ${there.join(', ')}.`, 'mapping');
  }
  return column;
}

/** Returns the unmapped column with exactly this folded header. */
export function columnNamed({ folded, mapped }: Columns, name: string): number | undefined {
  const column = folded.findIndex((foldings, at) => foldings.includes(name) && !mapped.has(at));
  return column < 0 ? undefined : column;
}

/** Counts how many of these folded headers the table has, mapped or not. */
export function countHeaders({ folded }: Columns, names: readonly string[]): number {
  const there = new Set(folded.flat());
  return names.filter((name) => there.has(name)).length;
}

/**
 * Returns the fields of the columns. The mapping has precedence over recognized headers. If several columns match a
 * field, the first column gets it. A column whose header is a weak word (such as `id`, see `WEAK_WORDS`) gets a field
 * only if no other column has this field.
 */
export function knownFields({ headers, folded, mapped }: Columns): Map<number, string> {
  const fields = new Map<number, string>();
  const taken = new Set<string>();
  for (const [column, field] of mapped) {
    if (field === null) continue;
    fields.set(column, field);
    taken.add(field);
  }
  const dam = damColumn({ headers, folded, mapped });
  if (dam !== undefined) {
    fields.set(dam, 'mother');
    taken.add('mother');
  }
  const unmapped = folded.filter((_, column) => !mapped.has(column));
  for (const words of [STRONG, WEAK]) {
    folded.forEach((foldings, column) => {
      if (mapped.has(column) || fields.has(column)) return;
      const field = wordFor(foldings, words);
      if (field === undefined || taken.has(field)) return;
      // Of several columns `Jahr`, some contain birth years, and no header says which one.
      if (words === WEAK && field === 'eval_year' && unmapped.filter(([word]) => word === foldings[0]).length > 1)
        return;
      if (isTraitField(field) && isInOtherUnit(headers[column] ?? '')) return;
      fields.set(column, field);
      taken.add(field);
    });
  }
  return fields;
}

/** Headers of the queen's number that show that `Matka` means the queen. */
const NUMBERS_OF_MATKA: ReadonlySet<string | null> = new Set(['numermatki', 'nrmatki']);

/**
 * Returns the column `Matka` (pl) or `Moer` (nl), if it contains the dam: no other column is recognized as the dam, and
 * - the next column is the sire (`Ojciec`, `Vader`), and another column identifies the queen, or
 * - a column `Nazwa` before `Matka` contains the queen's name, no other column is recognized as the queen's name, and
 *   there is no column `Nr matki`.
 * In all other tables, `Matka` is the queen.
 */
export function damColumn({ folded, mapped }: Columns): number | undefined {
  const names = folded.map((foldings, column) => (mapped.has(column) ? null : (foldings[0] ?? null)));
  const dam = names.findIndex((each) => each === 'matka' || each === 'moer');
  if (dam < 0) return undefined;
  const fieldOf = (column: number) =>
    mapped.get(column) ?? (mapped.has(column) ? null : wordFor(folded[column] ?? [], STRONG));
  const fields = [...folded.keys()].filter((column) => column !== dam).map(fieldOf);
  if (fields.includes('mother')) return undefined;
  const hasName = fields.includes('queen_name');
  if (fieldOf(dam + 1) === 'father' && (hasName || fields.includes('external_id'))) return dam;
  const name = names.findIndex((each) => each === 'nazwa' || each === 'imie');
  const isAfterName = name >= 0 && name < dam && !names.some((each) => NUMBERS_OF_MATKA.has(each));
  return isAfterName && !hasName ? dam : undefined;
}

/** Returns the columns whose header names a trait, but with a unit that the trait does not have. */
export function columnsInOtherUnits({ headers, folded, mapped }: Columns): number[] {
  return [...headers.keys()].filter((column) => {
    const header = headers[column] ?? '';
    if (mapped.has(column) || !isInOtherUnit(header)) return false;
    const words = [...(folded[column] ?? []), ...foldHeader(withoutUnit(header))];
    return words.some(namesTrait);
  });
}

/** A year, or a season such as `2021/22`. */
const YEAR = /(?<!\d)(?:19|20)\d\d(?:[/–-](?:\d\d){1,2})?(?!\d)/;

/** Returns the columns whose header names a trait and a year, such as `Honig 2021`. */
export function columnsOfYears({ headers, mapped }: Columns): number[] {
  return [...headers.keys()].filter((column) => {
    const header = headers[column] ?? '';
    return !mapped.has(column) && YEAR.test(header) && foldHeader(header.replace(YEAR, ' ')).some(namesTrait);
  });
}

const namesTrait = (word: string) =>
  isTraitField(STRONG.get(word) ?? null) || isHarvest(word) || inspectedTrait(word) !== undefined;

/** Returns the columns, except mapped columns and columns in another unit, with a folded header that is wanted. */
export function unmappedColumns({ headers, folded, mapped }: Columns, isWanted: (word: string) => boolean): number[] {
  return [...folded.keys()].filter(
    (column) => !mapped.has(column) && !isInOtherUnit(headers[column] ?? '') && folded[column]?.some(isWanted),
  );
}

/**
 * Returns the columns that are not used because another column already has the same field, each with that other column.
 * Among the weak words, only those for the name of the queen count: a column `Nr.` or `Jahr` often has another meaning.
 */
export function unusedColumns(columns: Columns): [column: number, taken: number][] {
  const fields = knownFields(columns);
  const columnOf = new Map([...fields].map(([column, field]) => [field, column]));
  return columns.folded.flatMap((foldings, column): [number, number][] => {
    if (columns.mapped.has(column) || fields.has(column)) return [];
    const weak = wordFor(foldings, WEAK);
    const field = wordFor(foldings, STRONG) ?? (weak === 'queen_name' ? weak : undefined);
    const taken = field === undefined ? undefined : columnOf.get(field);
    return taken === undefined ? [] : [[column, taken]];
  });
}

function wordFor(foldings: string[], words: ReadonlyMap<string, FieldName>): FieldName | undefined {
  for (const folding of foldings) {
    const field = words.get(folding);
    if (field !== undefined) return field;
  }
  return undefined;
}
