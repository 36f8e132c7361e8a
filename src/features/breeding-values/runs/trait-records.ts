import { weakGroups, type BeeRecords } from '../../../blup/index.js';
import type { TraitReport } from './messages.js';
import type { QueenRecord, TestRecord } from './population.js';

/** Records of one trait with their contemporary groups (apiary × season). */
export interface TraitRecords extends BeeRecords {
  /** Weak groups: groups with almost no information. At most 100 of them are listed. */
  weak: TraitReport['weakGroups'];
  /** Number of all weak groups. */
  weakCount: number;
  /** Season of each test. */
  year: Int32Array;
}

/** Index of the first trait in a `TestRecord`. */
const FIRST_TRAIT_COLUMN = 3;
/** Maximum number of weak groups that a report lists. */
const MAX_LISTED_GROUPS = 100;

/**
 * Selects the evaluations with a value of a trait.
 * @param column index of the trait among the traits of the run
 */
export function recordsOf(
  tests: readonly TestRecord[],
  queens: readonly QueenRecord[],
  places: ReadonlyMap<string, number>,
  column: number,
): TraitRecords {
  const found = tests.filter((test) => test[FIRST_TRAIT_COLUMN + column] !== null && places.has(test[0]));
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
  const family = queen.map((each) => places.get(queens[each]?.motherId ?? '') ?? -1);
  const weak = weakGroups(group, seasons.length, family);
  return {
    values: Float64Array.from(found, (test) => test[FIRST_TRAIT_COLUMN + column] as number),
    queen,
    group,
    groups: seasons.length,
    weakCount: weak.length,
    year: Int32Array.from(found, ([, year]) => year),
    weak: weak
      .slice(0, MAX_LISTED_GROUPS)
      .map(({ group: index, records, reason }) => ({ ...seasons[index]!, records, reason })),
  };
}
