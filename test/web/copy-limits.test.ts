import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { beyondLimits, bytesOf, MAX_COPIES, MAX_COPIES_BYTES, type CopyIndex } from '../../src/web/data/copy-limits.js';
import { runs } from '../support/fuzz.js';

const NOW = Date.UTC(2026, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;

const indexes: fc.Arbitrary<CopyIndex> = fc.dictionary(
  fc.string({ maxLength: 4, minLength: 1 }),
  fc.record({
    at: fc.integer({ max: NOW, min: NOW - 120 * DAY_MS }),
    bytes: fc.oneof(fc.nat(10_000), fc.nat(MAX_COPIES_BYTES)),
  }),
);

function without(index: CopyIndex, hashes: readonly string[]): CopyIndex {
  return Object.fromEntries(Object.entries(index).filter(([hash]) => !hashes.includes(hash)));
}

describe('the copies of data that remain on the device', () => {
  test('are within the limits of size and age, and are not older than the deleted copies', () => {
    fc.assert(
      fc.property(indexes, (index) => {
        const deleted = beyondLimits(index, NOW);
        const left = without(index, deleted);
        expect(bytesOf(left)).toBeLessThanOrEqual(MAX_COPIES_BYTES);
        const oldest = Math.min(...Object.values(left).map(({ at }) => at));
        expect(Object.values(left).every(({ at }) => NOW - at <= 90 * DAY_MS)).toBe(true);
        expect(deleted.every((hash) => index[hash]!.at <= oldest)).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  test('include as many small and recent copies as the maximum number allows', () => {
    const index = Object.fromEntries(
      Array.from({ length: MAX_COPIES + 3 }, (_, place) => [`copy ${place}`, { at: NOW - place, bytes: 100 }]),
    );
    expect(beyondLimits(index, NOW)).toEqual([MAX_COPIES, MAX_COPIES + 1, MAX_COPIES + 2].map((n) => `copy ${n}`));
  });
});
