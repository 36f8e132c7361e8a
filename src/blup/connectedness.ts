/** A contemporary group with almost no information about its colonies. */
export interface WeakGroup {
  readonly group: number;
  readonly records: number;
  /** `single`: the only colony cannot be compared. `one family`: sisters can only be compared with each other. */
  readonly reason: 'single' | 'one family';
}

/**
 * Finds groups with almost no information: the estimate of the group mean absorbs the differences between families.
 *
 * @param group group of each record
 * @param family family of each record, such as the dam; −1 if unknown
 */
export function weakGroups(group: Int32Array, groups: number, family: Int32Array): WeakGroup[] {
  const records = new Int32Array(groups);
  const first = new Int32Array(groups).fill(-1);
  const mixed = new Uint8Array(groups);
  group.forEach((g, r) => {
    if (records[g] > 0 && (family[r] < 0 || family[r] !== first[g])) mixed[g] = 1;
    if (records[g] === 0) first[g] = family[r];
    records[g] += 1;
  });
  return Array.from(records, (count, g): WeakGroup[] => {
    if (count === 0 || mixed[g]) return [];
    return [{ group: g, records: count, reason: count === 1 ? 'single' : 'one family' }];
  }).flat();
}
