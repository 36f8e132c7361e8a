import { usualDrones, type BeeMating, type BeeQueen } from '../../blup/index.js';
import { isMateItself } from '../queens/lineage/cycles.js';

/** A queen as far as relationships depend on her. */
export interface PedigreeRecord {
  id: string;
  motherId: string | null;
  /** Where her mother is not known; else the mother's mating tells. */
  fatherId: string | null;
  matedToId: string | null;
  matingType: string | null;
  sdiCode: number | null;
  droneProducers: number | null;
  drones: number | null;
}

/** The same as a row of a JSON text, which is a third of its size. */
export type PackedRecord = [
  id: string,
  motherId: string | null,
  fatherId: string | null,
  matedToId: string | null,
  matingType: string | null,
  sdiCode: number | null,
  droneProducers: number | null,
  drones: number | null,
];

export function unpack(row: PackedRecord): PedigreeRecord {
  const [id, motherId, fatherId, matedToId, matingType, sdiCode, droneProducers, drones] = row;
  return { id, motherId, fatherId, matedToId, matingType, sdiCode, droneProducers, drones };
}

/** @param colony whether she gets a worker group also where she was never mated and has no daughters */
export const beeOf = (queen: PedigreeRecord, colony: boolean): BeeQueen => ({
  id: queen.id,
  dam: queen.motherId,
  mating: matingOf(queen),
  damMating: queen.fatherId === null ? null : { kind: 'dpq', sire: queen.fatherId, ...usualDrones() },
  colony,
});

/** A queen's own mating; null where nothing is known of it. */
function matingOf(queen: PedigreeRecord): BeeMating | null {
  const { matedToId, matingType, droneProducers, drones } = queen;
  const byOneQueen = isMateItself(queen);
  const type = byOneQueen && matingType !== 'single_queen' ? 'single_drone' : matingType;
  const usual = usualDrones(type);
  // What the type itself says holds, whatever numbers stand beside it.
  const counts = {
    droneProducers: byOneQueen ? 1 : (droneProducers ?? usual.droneProducers),
    drones: type === 'single_drone' ? 1 : (drones ?? usual.drones),
  };
  if (matedToId === null) {
    return type === null && droneProducers === null && drones === null ? null : { kind: 'unknown', ...counts };
  }
  return byOneQueen
    ? { kind: 'single queen', sire: matedToId, drones: counts.drones }
    : { kind: 'dpq', sire: matedToId, ...counts };
}
