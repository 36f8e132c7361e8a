import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { eachTrait, TRAITS, type Measure } from '../../src/core/traits.js';
import {
  ENTRY_FIELDS,
  entered,
  hasTrait,
  merge,
  NOTHING,
  rebase,
  textsOf,
  type Entries,
  type Stored,
} from '../../src/web/record/entries.js';

const UNKNOWN: Stored = {
  ...eachTrait(() => null),
  evaluatedOn: null,
  evaluator: null,
};

const values: Record<Measure, fc.Arbitrary<number | null>> = {
  kilograms: fc.option(fc.integer({ min: 0, max: 2000 }).map((tenths) => tenths / 10)),
  score: fc.option(fc.constantFrom(1, 1.5, 2, 2.5, 3, 3.5, 4)),
  cells: fc.option(fc.integer({ min: 0, max: 50 })),
};
const stored: fc.Arbitrary<Stored> = fc.record({
  ...eachTrait((trait) => values[TRAITS[trait].measure]),
  evaluatedOn: fc.option(fc.constantFrom('2024-07-12', '2024-08-01')),
  evaluator: fc.option(fc.constantFrom('Jutta', 'Hans')),
});
const entriesWith = (entries: Partial<Entries>): Entries => ({ ...NOTHING, ...entries });
/** Returns the stored values after the input of a merged draft has replaced values of `theirs`. */
const after = (theirs: Stored | null, input: Partial<Stored>): Stored => ({ ...(theirs ?? UNKNOWN), ...input });

describe('input', () => {
  test('is read as a number, with a comma or a point, and empty input is read as unknown', () => {
    expect(entered(entriesWith({ honey: ' 18,5 ' }), 'honey')).toBe(18.5);
    expect(entered(entriesWith({ honey: '18.5' }), 'honey')).toBe(18.5);
    expect(entered(entriesWith({ honey: ' ' }), 'honey')).toBeNull();
    expect(entered(entriesWith({ hyg6h: '0' }), 'hyg6h')).toBe(0);
  });

  test('is sent unchanged if it is not a number', () => {
    expect(entered(entriesWith({ honey: 'much' }), 'honey')).toBe('much');
  });

  test('is an evaluation if at least one trait has a value', () => {
    expect(hasTrait(entriesWith({ evaluator: 'Jutta', evaluatedOn: '2024-07-12' }))).toBe(false);
    expect(hasTrait(entriesWith({ hyg24h: '0' }))).toBe(true);
  });

  test('is read as the stored value if the user has not changed it', () => {
    fc.assert(
      fc.property(stored, (one) => {
        const entries = textsOf(one);
        expect(Object.fromEntries(ENTRY_FIELDS.map((field) => [field, entered(entries, field)]))).toEqual(one);
      }),
    );
  });
});

describe('concurrent changes', () => {
  test('do not overwrite each other', () => {
    fc.assert(
      fc.property(stored, stored, stored, (base, theirs, mine) => {
        const { input, conflicts } = merge(textsOf(mine), base, theirs);
        const result = after(theirs, input);
        for (const field of ENTRY_FIELDS) {
          if (mine[field] === base[field]) expect(result[field]).toBe(theirs[field]);
          else if (!conflicts.includes(field)) expect(result[field]).toBe(mine[field]);
          else expect([base[field], mine[field]]).not.toContain(theirs[field]);
        }
      }),
    );
  });

  test('are written only once if the same input is sent twice', () => {
    fc.assert(
      fc.property(stored, fc.option(stored), (mine, base) => {
        const first = merge(textsOf(mine), base, base);
        const second = merge(textsOf(mine), base, after(base, first.input));
        expect(second).toEqual({ input: {}, conflicts: [] });
      }),
    );
  });

  test('no longer conflict after the user has decided, and the decision does not change other fields', () => {
    fc.assert(
      fc.property(stored, stored, stored, fc.boolean(), (base, theirs, mine, take) => {
        const { conflicts } = merge(textsOf(mine), base, theirs);
        const settled = rebase(textsOf(mine), base, theirs, take ? conflicts : []);
        const again = merge(settled, theirs, theirs);
        expect(again.conflicts).toEqual([]);
        const result = after(theirs, again.input);
        for (const field of ENTRY_FIELDS) {
          const isTheirs = mine[field] === base[field] || (take && conflicts.includes(field));
          expect(result[field]).toBe(isTheirs ? theirs[field] : mine[field]);
        }
      }),
    );
  });
});
