import type { BeeMating } from './bee-mating.js';
import { defaultDroneNumbers } from './bee-mating.js';
import { placesOf } from './pedigree-order.js';
import { PedigreeError, type Id, type PedigreeFault } from './pedigree-error.js';

/** Record of a queen. */
export interface BeeQueen {
  readonly id: Id;
  readonly dam?: Id | null;
  /** The queen's own mating, if known. */
  readonly mating?: BeeMating | null;
  /** Mating of an unknown dam with a known sire. The unknown dam has her own node, unrelated to all others. */
  readonly damMating?: BeeMating | null;
  /** Whether the queen needs a worker group, for example because her colony was tested. Dams always have one. */
  readonly colony?: boolean;
}

/** Mate of a dam: the queens that produced the drones. */
export enum Mate {
  /** Unknown queens whose drones mated with no other dam. */
  Own,
  /** Unknown queens whose drones also mated with other dams; `mate` is the number of the group. */
  Shared,
  /** Daughters of the queen `mate`. */
  Daughters,
  /** The queen `mate` herself. */
  Herself,
}

/**
 * Data of all queens: first the queens of the records, in the order of the records, then unknown dams with a known
 * mating.
 */
export interface QueenArrays {
  readonly ids: readonly Id[];
  readonly places: ReadonlyMap<Id, number>;
  /** Index of the queen's record; for an unknown dam, the record of her daughter. */
  readonly recordOf: (queen: number) => number;
  readonly size: number;
  readonly dam: Int32Array; // −1: unknown
  readonly mateKind: Uint8Array;
  readonly mate: Int32Array; // −1 for Mate.Own
  /** Group of a mating with `Mate.Daughters`; −1: none. */
  readonly sireGroup: Int32Array;
  readonly droneProducers: Int32Array;
  readonly drones: Int32Array;
  /** 1 if the pedigree needs the queen's worker group. */
  readonly hasWorkers: Uint8Array;
}

const MAX_DRONES = 1_000_000;

/**
 * Converts records to arrays. A dam without a mating counts as mated openly.
 *
 * @throws PedigreeError that lists all missing ids, duplicate ids and invalid fields
 */
export function readRecords(records: readonly BeeQueen[]): QueenArrays {
  const faults: PedigreeFault[] = [];
  const count = records.length;
  const ids = records.map(({ id }) => id);
  const places = placesOf(ids, faults);
  const unknownDams: number[] = [];
  records.forEach(({ damMating }, queen) => damMating && unknownDams.push(queen));
  const size = count + unknownDams.length;
  const arrays = {
    ids,
    places,
    recordOf: (queen: number) => (queen < count ? queen : unknownDams[queen - count]),
    size,
    dam: new Int32Array(size).fill(-1),
    mateKind: new Uint8Array(size),
    mate: new Int32Array(size).fill(-1),
    sireGroup: new Int32Array(size).fill(-1),
    droneProducers: new Int32Array(size),
    drones: new Int32Array(size),
    hasWorkers: new Uint8Array(size),
  };
  const groups = new Map<Id, number>();
  const groupNumber = (id: Id): number => {
    const number = groups.get(id) ?? groups.size;
    groups.set(id, number);
    return number;
  };
  const open = defaultDroneNumbers();

  const place = (id: Id, role: 'dam' | 'sire', parent: Id) => {
    const found = places.get(parent);
    if (found === undefined) faults.push({ kind: 'missing', id, role, parent });
    return found ?? -1;
  };
  const number = (id: Id, field: string, value: number) => {
    if (Number.isInteger(value) && value >= 1 && value <= MAX_DRONES) return value;
    faults.push({ kind: 'invalid', id, field, problem: `is ${value}, not a whole number from 1 to ${MAX_DRONES}` });
    return 1;
  };
  const setMating = (queen: number, id: Id, mating: BeeMating | null | undefined) => {
    arrays.drones[queen] = mating ? number(id, 'drones', mating.drones) : open.drones;
    if (mating?.kind === 'single queen') {
      arrays.mateKind[queen] = Mate.Herself;
      arrays.mate[queen] = place(id, 'sire', mating.sire);
      arrays.droneProducers[queen] = 1;
      return;
    }
    arrays.droneProducers[queen] = mating ? number(id, 'droneProducers', mating.droneProducers) : open.droneProducers;
    if (mating?.kind === 'dpq') {
      arrays.mateKind[queen] = Mate.Daughters;
      const sire = place(id, 'sire', mating.sire);
      arrays.mate[queen] = sire;
      if (sire >= 0) arrays.hasWorkers[sire] = 1;
      if (mating.group != null) arrays.sireGroup[queen] = groupNumber(mating.group);
    } else if (mating?.group != null) {
      arrays.mateKind[queen] = Mate.Shared;
      arrays.mate[queen] = groupNumber(mating.group);
    } else arrays.mateKind[queen] = Mate.Own;
  };

  records.forEach(({ id, dam, mating, damMating, colony }, queen) => {
    if (dam != null) arrays.dam[queen] = place(id, 'dam', dam);
    if (dam != null && damMating) {
      faults.push({
        kind: 'invalid',
        id,
        field: 'damMating',
        problem: 'must be absent if the dam is known, because the mating of the dam is used',
      });
    }
    if (arrays.dam[queen] >= 0) arrays.hasWorkers[arrays.dam[queen]] = 1;
    if (colony) arrays.hasWorkers[queen] = 1;
    setMating(queen, id, mating);
  });
  unknownDams.forEach((queen, index) => {
    arrays.dam[queen] = count + index;
    arrays.hasWorkers[count + index] = 1;
    setMating(count + index, ids[queen], records[queen].damMating);
  });
  if (faults.length > 0) throw new PedigreeError(faults);
  return arrays;
}
