import { weakGroups, type BeeRecords } from '../../../blup/index.js';
import type { TraitReport } from './messages.js';
import type { QueenRecord, TestRecord } from './population.js';

/** The records of one trait, each in its contemporary group: apiary × season. */
export interface TraitRecords extends BeeRecords {
  weak: TraitReport['weakGroups'];
  /** How many there are, also beyond those. */
  weakInAll: number;
  /** By test: its season. */
  year: Int32Array;
}

/** Columns of a test before its traits. */
const BEFORE = 3;
/** Weak groups that are told one by one. */
const MOST_TOLD = 100;

/** Gathers what has a value of a trait. @param column its place among the traits that were read */
export function recordsOf(
  tests: readonly TestRecord[],
  queens: readonly QueenRecord[],
  places: ReadonlyMap<string, number>,
  column: number,
): TraitRecords {
  const found = tests.filter((test) => test[BEFORE + column] !== null && places.has(test[0]));
  const seasons: { year: number; apiaryId: string | null }[] = [];
  const known = new Map<string, number>();
  const groupOf = ([, year, apiaryId]: TestRecord) => {
    const key = `${year} ${apiaryId}`;
    const group = known.get(key) ?? seasons.push({ year, apiaryId }) - 1;
    known.set(key, group);
    return group;
  };
  const queen = Int32Array.from(found, ([queenId]) => places.get(queenId) as number);
  const group = Int32Array.from(found, groupOf);
  const family = queen.map((each) => places.get(queens[each]!.motherId ?? '') ?? -1);
  const weak = weakGroups(group, seasons.length, family);
  return {
    values: Float64Array.from(found, (test) => test[BEFORE + column] as number),
    queen,
    group,
    groups: seasons.length,
    weakInAll: weak.length,
    year: Int32Array.from(found, ([, year]) => year),
    weak: weak
      .slice(0, MOST_TOLD)
      .map(({ group: index, records, reason }) => ({ ...seasons[index]!, records, reason })),
  };
}
