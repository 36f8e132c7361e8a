import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { brokenRules } from '../queens/pedigree-invariants.js';
import { sharedService, type SharedService } from '../../support/service.js';
import { csv } from './files.js';
import { importFile } from './uploads.js';
import { runs } from '../../support/fuzz.js';

/** Number of random cases. `npm run fuzz` runs more cases. */
const RUNS = runs(5);

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const NAMES = ['Ada', 'Bea', 'Cleo', 'Dina', 'Edda', 'Fee', 'Gila'] as const;

interface ImportedRow {
  mother?: string;
  mated_to?: string;
  mating_type?: string;
  birth_date?: string;
}
type Pedigree = Partial<Record<string, ImportedRow>>;

/** Returns a text that represents all daughters of a queen. The name alone represents the queen. */
const family = (name: string) => `daughters of ${name}`;

/** Returns the direct predecessors of a queen or family: the queens and families that must exist first. */
function before(pedigree: Pedigree, what: string): string[] {
  const name = what.replace('daughters of ', '');
  const { mother, mated_to: mate, mating_type: type } = pedigree[name] ?? {};
  if (what === name) return mother ? [family(mother)] : [];
  return [name, ...(mate ? [type === 'single_queen' ? mate : family(mate)] : [])];
}

function comesBeforeItself(pedigree: Pedigree, what: string): boolean {
  const seen = new Set<string>();
  const open = before(pedigree, what);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === what) return true;
    if (!seen.has(next)) open.push(...before(pedigree, next));
    seen.add(next);
  }
  return false;
}

function isSound(pedigree: Pedigree): boolean {
  return NAMES.every((name) => {
    const { mother, birth_date: born, mated_to: mate } = pedigree[name] ?? {};
    const parents = mother ? [mother, pedigree[mother]?.mated_to] : [];
    const isYounger = (parent?: string) => parent !== undefined && born && (pedigree[parent]?.birth_date ?? '') > born;
    return (
      mate !== name &&
      !parents.some(isYounger) &&
      !comesBeforeItself(pedigree, name) &&
      !comesBeforeItself(pedigree, family(name))
    );
  });
}

const name = fc.constantFrom(...NAMES);
const row = fc.record(
  {
    mother: name,
    mated_to: name,
    mating_type: fc.constantFrom('single_queen', 'island_station'),
    birth_date: fc.constantFrom('2018', '2019', '2020', '2021'),
  },
  { requiredKeys: [] },
);
const file = fc.uniqueArray(fc.tuple(name, row), { minLength: 1, maxLength: 4, selector: ([queen]) => queen });

// Regression: cycles through queens outside the file were accepted if one of these queens had no date of birth.
test('a file is accepted unless a queen would mate with herself, be her own ancestor (through parents or matings), or be younger than her daughter', async () => {
  let [accepted, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 3, maxLength: 7 }), async (files) => {
      const client = await service.register();
      let pedigree: Pedigree = {};
      for (const rows of files) {
        const next: Pedigree = { ...pedigree };
        for (const [queen, row] of rows) next[queen] = { ...pedigree[queen], ...row };
        const result = await importFile(
          client,
          'a.csv',
          csv(rows.map(([queen, row]) => ({ queen_name: queen, ...row }))),
          // With this decision, a row with another year of birth describes the same queen.
          { decisions: 'same' },
        );
        expect([result.status, result.errors]).toEqual(
          isSound(next) ? ['completed', []] : ['failed', expect.anything()],
        );
        if (result.status === 'completed') pedigree = next;
        if (result.status === 'completed') accepted++;
        else refused++;
      }
      expect(await brokenRules(service.services.orm.database.kysely as Kysely<unknown>, client.account.id)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  expect(Math.min(accepted, refused)).toBeGreaterThan(0);
});
