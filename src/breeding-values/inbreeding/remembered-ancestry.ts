import type { BeeQueen } from '../../blup/index.js';
import type { View } from '../../queens/herd.js';
import { beeOf } from '../pedigree-record.js';
import type { Records } from './compute.js';

/**
 * What `readAncestry` would read, from the queens that the process remembers.
 * @param most records
 * @returns undefined where it does not remember all of them, or where there are more
 */
export function rememberedAncestry(herd: View, ids: readonly string[], most: number): Records | undefined {
  const records = new Map<string, BeeQueen>();
  const above = [...ids];
  for (let id = above.pop(); id !== undefined; id = above.pop()) {
    if (records.has(id)) continue;
    const queen = herd.get(id);
    if (!queen || records.size === most) return undefined;
    const { motherId, matedToId } = queen;
    // Where a mother is known, her mating tells of the father.
    const fatherId = motherId === null ? queen.fatherId : null;
    records.set(id, beeOf({ ...queen, fatherId }, true));
    for (const relative of [motherId ?? fatherId, matedToId]) if (relative !== null) above.push(relative);
  }
  return records;
}
