import { defaultDroneNumbers, type BeeMating, type BeeQueen } from '../../blup/index.js';
import { isMateItself } from '../queens/lineage/cycles.js';

/** Fields of a queen that relationships depend on. */
export interface PedigreeRecord {
  id: string;
  motherId: string | null;
  /** Ignored if the mother is known, because her mating determines the sire. */
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

/**
 * Rule that decides which matings share one group of drone-producing queens with the same dam: only matings in one year
 * at one station (`by_year`), or all matings (`by_dam`).
 */
export type DroneGroups = 'by_year' | 'by_dam';

/** @param colony whether the queen has a worker group even if she has no daughters */
export const toBeeQueen = (queen: PedigreeRecord, colony: boolean, groups: DroneGroups = 'by_year'): BeeQueen => ({
  id: queen.id,
  dam: queen.motherId,
  mating: matingOf(queen, groups),
  damMating: queen.motherId !== null || queen.fatherId === null ? null : unknownDamsMating(queen.id, queen.fatherId),
  colony,
});

/**
 * Returns the mating of an unknown dam with a known sire. This mating counts as a station mating that shares its
 * drone-producing queens with no other mating.
 */
const unknownDamsMating = (queenId: string, sire: string): BeeMating => ({
  kind: 'dpq',
  sire,
  ...defaultDroneNumbers('land_station'),
  group: `dam of ${queenId}`,
});

/**
 * Returns the group of a mating. Only matings at one station in one year share drone-producing queens, because new
 * queens are reared each season. A mating without a year has its own group. Matings without a station count as matings
 * at one station.
 */
function groupOf({ id, matedAt, birthYear, matingStation }: PedigreeRecord): string {
  const year = matedAt?.slice(0, 4) ?? birthYear;
  // Names of stations in files often differ in case and blanks, such as no-break spaces.
  const station = matingStation?.trim().replace(/\s+/g, ' ').toLowerCase() ?? '';
  return year === null ? `mating of ${id}` : `${year} ${station}`;
}

/** Returns a queen's own mating; null if unknown. */
function matingOf(queen: PedigreeRecord, groups: DroneGroups): BeeMating | null {
  const { matedToId, matingType, droneProducers, drones } = queen;
  const byOneQueen = isMateItself(queen);
  const type = byOneQueen && matingType !== 'single_queen' ? 'single_drone' : matingType;
  const defaults = defaultDroneNumbers(type);
  // For drones of one queen, `droneProducers` is always 1; for a single drone, `drones` is always 1. In all other
  // cases, an entered number has precedence over the default of the mating type.
  const counts = {
    droneProducers: byOneQueen ? 1 : (droneProducers ?? defaults.droneProducers),
    drones: type === 'single_drone' ? 1 : (drones ?? defaults.drones),
  };
  if (matedToId === null) {
    return type === null && droneProducers === null && drones === null ? null : { kind: 'unknown', ...counts };
  }
  return byOneQueen
    ? { kind: 'single queen', sire: matedToId, drones: counts.drones }
    : { kind: 'dpq', sire: matedToId, ...counts, ...(groups === 'by_year' && { group: groupOf(queen) }) };
}
