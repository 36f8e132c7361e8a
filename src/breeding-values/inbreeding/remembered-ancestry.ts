import type { BeeQueen } from '../../blup/index.js';
import type { View } from '../../queens/herd.js';
import { beeOf } from '../pedigree-record.js';
import type { Records } from './compute.js';

/**
 * What `readAncestry` would read, from what the process remembers: records that were read for others, and queens.
 * @param most records
 * @returns undefined where it does not remember all of them, or where there are more; `fresh` are made of queens
 */
export function rememberedAncestry(
  known: Records,
  herd: View,
  ids: readonly string[],
  most: number,
): { records: Records; fresh: [id: string, record: BeeQueen][] } | undefined {
  const records = new Map<string, BeeQueen>();
  const fresh: [string, BeeQueen][] = [];
  const above = [...ids];
  for (let id = above.pop(); id !== undefined; id = above.pop()) {
    if (records.has(id)) continue;
    let record = known.get(id);
    if (!record) {
      record = recordOf(herd, id);
      if (!record) return undefined;
      fresh.push([id, record]);
    }
    if (records.size === most) return undefined;
    records.set(id, record);
    const { dam, damMating, mating } = record;
    for (const relative of [dam ?? sireOf(damMating), sireOf(mating)]) {
      if (relative !== null) above.push(relative as string);
    }
  }
  return { records, fresh };
}

function recordOf(herd: View, id: string): BeeQueen | undefined {
  const queen = herd.get(id);
  // Where a mother is known, her mating tells of the father.
  return queen && beeOf({ ...queen, fatherId: queen.motherId === null ? queen.fatherId : null }, true);
}

const sireOf = (mating: BeeQueen['mating']) => (mating && mating.kind !== 'unknown' ? mating.sire : null);
