/** A contemporary group that says little of its colonies. */
export interface WeakGroup {
  readonly group: number;
  readonly records: number;
  /** One colony has nothing to be compared with; sisters can only be compared with each other. */
  readonly reason: 'single' | 'one family';
}

/**
 * The groups of which the records add almost nothing, because their own mean takes all that tells families apart.
 *
 * @param group by record
 * @param family by record: what its family is known by, say the dam; −1: unknown, a family of its own
 */
export function weakGroups(group: Int32Array, groups: number, family: Int32Array): WeakGroup[] {
  const records = new Int32Array(groups);
  const first = new Int32Array(groups).fill(-1);
  const mixed = new Uint8Array(groups);
  group.forEach((g, r) => {
    if (records[g]! > 0 && (family[r]! < 0 || family[r] !== first[g])) mixed[g] = 1;
    if (records[g] === 0) first[g] = family[r]!;
    records[g]! += 1;
  });
  return Array.from(records, (count, g): WeakGroup[] => {
    if (count === 0 || mixed[g]) return [];
    return [{ group: g, records: count, reason: count === 1 ? 'single' : 'one family' }];
  }).flat();
}
