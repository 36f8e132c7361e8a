import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { predictionOf } from '../../src/blup/index.js';

const values = fc
  .array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 20, maxLength: 60 })
  .filter((numbers) => Math.max(...numbers) - Math.min(...numbers) > 0.1);

/**
 * Compares values from all tests (`all`) with values without the hidden tests (`part`). Queens with hidden tests are
 * called focal; here, all queens are focal.
 */
const ofAll = (all: readonly number[], part: readonly number[]) =>
  predictionOf({
    focal: new Uint8Array(all.length).fill(1),
    whole: Float64Array.from(all),
    part: Float64Array.from(part),
    expected: Float64Array.from(part),
    observed: Float64Array.from(all),
  });

describe('prediction', () => {
  test('has no bias, a dispersion of 1 and correlations of 1 if the hidden tests change nothing', () => {
    fc.assert(
      fc.property(values, (all) => {
        expect(ofAll(all, all)).toEqual({
          ...{ focalQueens: all.length, testedQueens: all.length },
          ...{ bias: 0, dispersion: expect.closeTo(1, 9) },
          ...{ consistency: expect.closeTo(1, 9), predictiveAbility: expect.closeTo(1, 9) },
        });
      }),
    );
  });

  test('reports values that are too high as bias, and inflated values as a dispersion below 1', () => {
    fc.assert(
      fc.property(values, fc.double({ min: 1.1, max: 4, noNaN: true }), (all, factor) => {
        const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
        const result = ofAll(
          all,
          all.map((value) => mean + factor * (value - mean) + 3),
        );
        expect(result.bias).toBeCloseTo(3, 9);
        expect(result.dispersion).toBeCloseTo(1 / factor, 9);
        expect(result.consistency).toBeCloseTo(1, 9);
      }),
    );
  });

  test('computes dispersion as the regression of values from all tests on values without the hidden tests', () => {
    const part = Array.from({ length: 20 }, (_, queen) => queen % 5);
    const all = part.map((value, queen) => value + (queen < 10 ? 1 : -1));
    expect(ofAll(all, part)).toMatchObject({
      ...{ bias: expect.closeTo(0, 9), dispersion: expect.closeTo(1, 9) },
      // The variances of the two arrays are 2 and 3.
      consistency: expect.closeTo(Math.sqrt(2 / 3), 9),
    });
  });

  test('returns only the numbers of focal and tested queens if there are fewer than 20 queens', () => {
    const few = Array.from({ length: 19 }, (_, queen) => queen);
    expect(ofAll(few, few)).toEqual({
      ...{ focalQueens: 19, bias: null, dispersion: null, consistency: null },
      ...{ testedQueens: 19, predictiveAbility: null },
    });
  });

  test('returns null as dispersion and correlations if all values are equal', () => {
    const equal = new Array<number>(30).fill(1);
    expect(ofAll(equal, equal)).toMatchObject({
      bias: 0,
      dispersion: null,
      consistency: null,
      predictiveAbility: null,
    });
  });
});
