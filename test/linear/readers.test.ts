import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyShape, PLAIN_SHAPES, twoRuns } from './characters.js';
import { isLinear, textOf, type Read } from './growth.js';
import { READERS } from './readers.js';
import { runs } from '../support/fuzz.js';

const LONG_TEXTS = runs(5);

describe.each(READERS)('reader: %s', (_, read: Read) => {
  test('takes linear time for each repeated character', async () => {
    for (const shape of PLAIN_SHAPES) {
      const linear = await isLinear(read, (length) => textOf(shape, length));
      expect({ ...shape, linear }).toEqual({ ...shape, linear: true });
    }
  });

  test('takes linear time for any repeated text', async () => {
    await fc.assert(
      fc.asyncProperty(anyShape, (shape) => isLinear(read, (length) => textOf(shape, length))),
      { numRuns: LONG_TEXTS, endOnFailure: true },
    );
  });

  test('takes linear time for a run of one character that is followed by a run of another character', async () => {
    const runs = ([one, other]: [string, string]) =>
      isLinear(read, (length) => `a${one.repeat(length / 2)}${other.repeat(length / 2)}`);
    await fc.assert(fc.asyncProperty(twoRuns, runs), {
      numRuns: LONG_TEXTS,
      endOnFailure: true,
      examples: [[['\u0301', '\u0327']]],
    });
  });
});
