import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { beePedigree, type BeeMating, type BeeQueen } from '../../../src/blup/index.js';
import { possibleMatings } from '../../../src/features/breeding-values/inbreeding/possible-matings.js';
import { runs } from '../../support/fuzz.js';
import { withoutCycles } from './test-pedigrees.js';

const DRAW = fc.record({
  /** Distance to the dam or sire among the older queens. */
  parent: fc.nat(),
  parentIs: fc.constantFrom('dam', 'dam', 'sire', 'unknown'),
  mate: fc.nat(),
  kind: fc.constantFrom('dpq', 'single queen', 'unknown', undefined),
});

/** Generates queens with mates of any age, so that many matings are impossible. */
const stocks = fc.array(DRAW, { minLength: 1, maxLength: 12 }).map((draws) =>
  draws.map(({ parent, parentIs, mate, kind }, place): BeeQueen => {
    const older = place === 0 ? undefined : `q${parent % place}`;
    const numbers = { droneProducers: 1 + (mate % 8), drones: 12 };
    const sire = `q${mate % draws.length}`;
    const matings: Record<string, BeeMating> = {
      dpq: { kind: 'dpq', sire, ...numbers },
      'single queen': { kind: 'single queen', sire, drones: 12 },
      unknown: { kind: 'unknown', ...numbers },
    };
    return {
      id: `q${place}`,
      ...(older !== undefined && parentIs === 'dam' && { dam: older }),
      ...(older !== undefined && parentIs === 'sire' && { damMating: { kind: 'dpq', sire: older, ...numbers } }),
      ...(kind !== undefined && { mating: matings[kind]! }),
      colony: true,
    };
  }),
);

test('exactly the matings on a cycle are replaced by unknown matings, and the engine accepts the result', () => {
  fc.assert(
    fc.property(stocks, (records) => {
      const possible = possibleMatings(records);
      expect(possible).toEqual(withoutCycles(records));
      beePedigree(possible);
    }),
    { numRuns: runs(300) },
  );
});
