import { defaultDroneNumbers, type BeeMating, type BeeQueen } from '../../blup/index.js';
import { isMateItself } from '../queens/lineage/cycles.js';

/** Fields of a queen that relationships depend on. */
export interface PedigreeRecord {
  id: string;
  motherId: string | null;
  /** Set if the mother is unknown; otherwise the mother's mating gives the sire. */
  fatherId: string | null;
  matedToId: string | null;
  matingType: string | null;
  sdiCode: number | null;
  droneProducers: number | null;
  drones: number | null;
  matedAt: string | null;
  birthYear: number | null;
  matingStation: string | null;
}

/** Which matings with daughters of the same queen share these daughters: those of one season, or all of them. */
export type DroneGroups = 'by_year' | 'by_dam';

/** The same fields as a JSON array, which is a third of the size. */
export type PackedRecord = [
  id: string,
  motherId: string | null,
  fatherId: string | null,
  matedToId: string | null,
  matingType: string | null,
  sdiCode: number | null,
  droneProducers: number | null,
  drones: number | null,
  matedAt: string | null,
  birthYear: number | null,
  matingStation: string | null,
];

export function unpackRecord(row: PackedRecord): PedigreeRecord {
  const [id, motherId, fatherId, matedToId, matingType, sdiCode, droneProducers, drones, ...mated] = row;
  const [matedAt, birthYear, matingStation] = mated;
  return {
    ...{ id, motherId, fatherId, matedToId, matingType, sdiCode, droneProducers, drones },
    ...{ matedAt, birthYear, matingStation },
  };
}

/** @param colony whether she has a worker group even if she has no mating and no daughters */
export const toBeeQueen = (queen: PedigreeRecord, colony: boolean, groups: DroneGroups = 'by_year'): BeeQueen => ({
  id: queen.id,
  dam: queen.motherId,
  mating: matingOf(queen, groups),
  damMating: queen.fatherId === null ? null : unknownDamsMating(queen.id, queen.fatherId),
  colony,
});

/** The mating of an unknown dam with drones of a known queen: as at a mating station, in a separate group. */
const unknownDamsMating = (queenId: string, sire: string): BeeMating => ({
  kind: 'dpq',
  sire,
  ...defaultDroneNumbers('land_station'),
  group: `dam of ${queenId}`,
});

/**
 * The group of a mating: new drone-producing queens are reared each season, so only matings at one station in one year
 * share them. A mating without a year does not share them.
 */
function groupOf({ id, matedAt, birthYear, matingStation }: PedigreeRecord): string {
  const year = matedAt?.slice(0, 4) ?? birthYear;
  return year === null ? `mating of ${id}` : `${year} ${matingStation?.trim().toLowerCase() ?? ''}`;
}

/** A queen's own mating; null if unknown. */
function matingOf(queen: PedigreeRecord, groups: DroneGroups): BeeMating | null {
  const { matedToId, matingType, droneProducers, drones } = queen;
  const byOneQueen = isMateItself(queen);
  const type = byOneQueen && matingType !== 'single_queen' ? 'single_drone' : matingType;
  const usual = defaultDroneNumbers(type);
  // Numbers that the mating type implies take precedence over entered numbers.
  const counts = {
    droneProducers: byOneQueen ? 1 : (droneProducers ?? usual.droneProducers),
    drones: type === 'single_drone' ? 1 : (drones ?? usual.drones),
  };
  if (matedToId === null) {
    return type === null && droneProducers === null && drones === null ? null : { kind: 'unknown', ...counts };
  }
  return byOneQueen
    ? { kind: 'single queen', sire: matedToId, drones: counts.drones }
    : { kind: 'dpq', sire: matedToId, ...counts, ...(groups === 'by_year' && { group: groupOf(queen) }) };
}
