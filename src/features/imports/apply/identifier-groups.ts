import { nameKey as keyOf } from '../../queens/name-key.js';
import type { Answer } from '../decisions.checks.js';

/** Values of a row that distinguish queens with the same identifier. */
export interface StatedRow {
  row: number;
  /** Year of birth. */
  year: string | null;
  /** Null if the row has no name or if the name repeats the identifier. */
  name: string | null;
  nameKey: string | null;
}

/** Rows of one identifier that describe one queen. */
export interface RowGroup extends Omit<StatedRow, 'row'> {
  rows: number[];
}

/** A queen of the account who has the identifier, or the identifier with a suffix (`12/2022`). */
export interface KnownQueen {
  year: string | null;
  nameKey: string | null;
}
export interface MarkedQueen extends KnownQueen {
  /** The suffix: the part after the slash. */
  mark: string;
}

/**
 * Groups the rows of one identifier by year of birth and name. A row without a year belongs to the group with its name,
 * if there is exactly one. A row without a name belongs to the group with its year, if there is exactly one. Rows that
 * can belong to several groups are ambiguous.
 */
export function groupRows(rows: readonly StatedRow[]): { groups: RowGroup[]; ambiguous: number[] } {
  const namesOfYear = new Map<string, Set<string>>();
  const yearsOfName = new Map<string, Set<string>>();
  for (const { year, nameKey } of rows) {
    if (year !== null) addTo(namesOfYear, year, nameKey);
    if (nameKey !== null) addTo(yearsOfName, nameKey, year);
  }
  const isOneGroup = namesOfYear.size <= 1 && yearsOfName.size <= 1;
  const hasUnnamedYear = [...namesOfYear.values()].some((names) => names.size === 0);
  const groups = new Map<string, RowGroup>();
  const ambiguous: number[] = [];
  for (const row of rows) {
    const names = row.year === null ? undefined : namesOfYear.get(row.year);
    const years = row.nameKey === null ? undefined : yearsOfName.get(row.nameKey);
    const year = row.year ?? only(years);
    const nameKey = row.nameKey ?? only(names);
    const isUnclear = years
      ? row.year === null && (years.size > 1 || (year === null && hasUnnamedYear))
      : !names || names.size > 1;
    if (isUnclear && !isOneGroup) {
      ambiguous.push(row.row);
      continue;
    }
    const key = isOneGroup ? '' : `${year ?? ''}/${nameKey ?? ''}`;
    const group = groups.get(key) ?? { rows: [], year: null, name: null, nameKey: null };
    group.rows.push(row.row);
    group.year ??= year;
    group.name ??= row.name;
    group.nameKey ??= nameKey;
    groups.set(key, group);
  }
  return { groups: [...groups.values()], ambiguous };
}

function only(values: ReadonlySet<string> | undefined): string | null {
  const [value = null] = values?.size === 1 ? values : [];
  return value;
}

/** Adds a value to the set of a key. Creates the set if there is none. */
function addTo(sets: Map<string, Set<string>>, key: string, value: string | null): void {
  const known = sets.get(key) ?? new Set();
  sets.set(key, known);
  if (value !== null) known.add(value);
}

/** Adds the birth year to each row without a year, if exactly one of the known queens has the name in the row. */
export function fillYearsFromAccount<Row extends StatedRow>(
  rows: readonly Row[],
  known: readonly KnownQueen[],
): readonly Row[] {
  return rows.map((row) => {
    if (row.year !== null || row.nameKey === null) return row;
    const [queen, ...others] = known.filter(({ nameKey }) => nameKey === row.nameKey);
    return queen !== undefined && others.length === 0 ? { ...row, year: queen.year } : row;
  });
}

/**
 * The queen that a group is assigned to. She has the identifier itself (`mark` is null) or the identifier with a
 * suffix.
 */
export interface Assignment {
  mark: string | null;
  /** Field in which the group contradicts the queen with this identifier; null if there is no contradiction. */
  contradicts: 'birth_date' | 'queen_name' | null;
}

export interface Situation {
  /** The queen of the account who has the identifier. */
  holder: KnownQueen | null;
  /** Queens of the account who have the identifier with a suffix. */
  marked: readonly MarkedQueen[];
  decision: Answer | null;
  /**
   * Whether the breeder decided about this particular identifier. False if `decision` is the decision about all other
   * identifiers.
   */
  isExplicit: boolean;
  /**
   * Whether the identifier is a complete studbook number. Such a number is unique, so a different name is a correction.
   */
  isComplete: boolean;
}

/**
 * Assigns each group to a queen. Two groups get the same queen only if the breeder decided "same", or if a later step
 * reports the contradiction as an error.
 */
export function assignGroups(groups: readonly RowGroup[], situation: Situation): Assignment[] {
  const { holder, marked, decision } = situation;
  const isAnother = decision === 'another';
  const assigned = groups.map((): Assignment | null => null);
  const usedMarks = new Set<string>();
  const fields = groups.map((group) => contradictingField(group, situation));
  const needsMark = groups.map(
    (group, index) =>
      fields[index] !== null ||
      holder === null ||
      (group.year !== null && holder.year === null) ||
      areDifferent(group.nameKey, holder.nameKey),
  );

  for (const isSameName of [true, false]) {
    for (const [index, group] of groups.entries()) {
      if (assigned[index] || !needsMark[index]) continue;
      const found = marked.find(
        (queen) =>
          !usedMarks.has(keyOf(queen.mark)) &&
          matchesMarkedQueen(queen, group) &&
          (!isSameName || queen.nameKey === group.nameKey),
      );
      if (!found) continue;
      usedMarks.add(keyOf(found.mark));
      assigned[index] = { mark: found.mark, contradicts: null };
    }
  }

  const open = groups.filter((_, index) => assigned[index] === null && fields[index] === null);
  const unmarkedGroup = open.find((group) => holder !== null && matchesHolder(group, holder)) ?? open[0];
  const unmarkedYear = holder?.year ?? unmarkedGroup?.year ?? null;
  for (const [index, group] of groups.entries()) {
    if (assigned[index]) continue;
    let mark: string | null = null;
    if (isAnother && group !== unmarkedGroup) {
      mark =
        [group.year === unmarkedYear ? null : group.year, group.name].find(
          (each) => each !== null && !usedMarks.has(keyOf(each)),
        ) ?? null;
      if (mark !== null) usedMarks.add(keyOf(mark));
    }
    assigned[index] = { mark, contradicts: mark === null ? (fields[index] ?? null) : null };
  }
  return assigned as Assignment[];
}

const areDifferent = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other;

/**
 * Returns the field in which the group contradicts the queen of the account: the year of birth, or the name. A
 * different name is usually not a contradiction if the studbook number is complete or the year of birth is the same. It
 * is always a contradiction if the breeder decided "another" for this identifier.
 */
function contradictingField(
  group: RowGroup,
  { holder, decision, isComplete, isExplicit }: Situation,
): Assignment['contradicts'] {
  if (holder === null) return null;
  if (areDifferent(group.year, holder.year)) return 'birth_date';
  if (!areDifferent(group.nameKey, holder.nameKey)) return null;
  const isConfirmed = isComplete || (group.year !== null && group.year === holder.year);
  return isConfirmed && !(isExplicit && decision === 'another') ? null : 'queen_name';
}

function matchesMarkedQueen(queen: MarkedQueen, group: RowGroup): boolean {
  if (group.year !== null && queen.mark === group.year) return true;
  if (group.nameKey === null || areDifferent(group.year, queen.year)) return false;
  return keyOf(queen.mark) === group.nameKey || queen.nameKey === group.nameKey;
}

function matchesHolder(group: RowGroup, holder: KnownQueen): boolean {
  return (
    (group.year !== null && group.year === holder.year) || (group.nameKey !== null && group.nameKey === holder.nameKey)
  );
}
