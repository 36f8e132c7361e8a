import type { Design } from '../equations.js';

/**
 * Records that name the same nodes as an earlier record, such as the second test of a queen. Records that name only one
 * node are not included. The equations of records with the same nodes are absorbed in one step, because the
 * relationship between these nodes must count once, not once for each record.
 */
export interface Repeated {
  /** For each record: the first record with the same nodes. */
  readonly first: Int32Array;
  /** Repetitions of first record r: `later[laterStart[r] … laterStart[r + 1] − 1]`. */
  readonly laterStart: Int32Array;
  readonly later: Int32Array;
}

/** Finds repeated records in linear time. */
export function repeatedRecords({ records, relationship, index, width, effects, geneticStart }: Design): Repeated {
  const first = Int32Array.from({ length: records }, (_, r) => r);
  const laterStart = new Int32Array(records + 1);
  const latest = new Int32Array(relationship.size).fill(-1);
  const genetic = (r: number) => index.subarray((r + 1) * width - effects, (r + 1) * width);
  for (let r = 0; r < records; r += 1) {
    const named = genetic(r);
    const nodes = Array.from(named, (at) => (at < 0 ? -1 : Math.floor((at - geneticStart) / effects)));
    const youngest = Math.max(...nodes);
    if (nodes.every((node) => node < 0 || node === youngest)) continue;
    const candidate = latest[youngest];
    if (candidate >= 0 && genetic(candidate).every((at, i) => at === named[i])) {
      first[r] = candidate;
      laterStart[candidate + 1] += 1;
    } else latest[youngest] = r;
  }
  for (let r = 0; r < records; r += 1) laterStart[r + 1] += laterStart[r];
  const next = laterStart.slice();
  const later = new Int32Array(laterStart[records]);
  first.forEach((f, r) => {
    if (f !== r) later[next[f]++] = r;
  });
  return { first, laterStart, later };
}
