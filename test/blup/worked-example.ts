import type { BeeMating, BeeQueen, Id } from '../../src/blup/index.js';

const open: BeeMating = { kind: 'unknown', group: 'OPEN', droneProducers: 8, drones: 12 };
const daughtersOf = (sire: Id, droneProducers: number, drones: number): BeeMating => ({
  kind: 'dpq',
  sire,
  droneProducers,
  drones,
});
const queen = (id: Id, dam: Id | null, mating: BeeMating): BeeQueen => ({ id, dam, mating, colony: true });

/** Twelve queens. The coefficients that tests expect for them come from the reference program of Brascamp. */
export const WORKED_EXAMPLE: readonly BeeQueen[] = [
  queen('Q12', 'Q09', { kind: 'single queen', sire: 'Q08', drones: 1 }),
  queen('Q01', null, open),
  queen('Q02', null, open),
  queen('Q03', null, open),
  queen('Q04', 'Q01', daughtersOf('Q03', 8, 12)),
  queen('Q05', 'Q01', daughtersOf('Q03', 8, 12)),
  queen('Q06', 'Q02', daughtersOf('Q03', 8, 12)),
  queen('Q07', 'Q04', daughtersOf('Q06', 6, 10)),
  queen('Q08', 'Q04', daughtersOf('Q06', 6, 10)),
  queen('Q09', 'Q05', daughtersOf('Q06', 6, 10)),
  queen('Q10', 'Q07', daughtersOf('Q09', 8, 12)),
  queen('Q11', 'Q08', daughtersOf('Q09', 8, 12)),
];
