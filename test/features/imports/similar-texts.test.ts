import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SimilarTexts } from '../../../src/features/imports/apply/similar-texts.js';
import { runs } from '../../support/fuzz.js';

const isSimilar = (wanted: string, known: string) => {
  const texts = new SimilarTexts([{ value: wanted, key: wanted }]);
  texts.add('id', known, known);
  return texts.matches().length === 1;
};

const word = fc.string({ unit: fc.constantFrom(...'abcdeol'), minLength: 5, maxLength: 9 });

test('two texts are similar if one letter is inserted, missing or replaced, or if two adjacent letters are transposed', () => {
  fc.assert(
    fc.property(word, fc.nat(8), fc.constantFrom(...'abcdeol'), (text, place, letter) => {
      const at = place % text.length;
      const known = `x${text}x`;
      const [before, after] = [`x${text.slice(0, at)}`, `${text.slice(at)}x`];
      expect(isSimilar(before + letter + after, known)).toBe(true);
      expect(isSimilar(before + after.slice(1), known)).toBe(true);
      expect(isSimilar(before + letter + after.slice(1), known)).toBe(true);
      expect(isSimilar(`${before}${after[1] ?? ''}${after[0]}${after.slice(2)}`, known)).toBe(true);
    }),
    { numRuns: runs(100) },
  );
});

test('two texts with different digits are not similar', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{4,8}$/), fc.nat(7), fc.constantFrom(...'0123456789'), (digits, place, digit) => {
      const at = place % digits.length;
      const changed = [
        digits.slice(0, at) + digit + digits.slice(at),
        digits.slice(0, at) + digits.slice(at + 1),
        digits.slice(0, at) + digit + digits.slice(at + 1),
      ];
      for (const each of changed) if (each !== digits) expect(isSimilar(`de-${each}`, `de-${digits}`)).toBe(false);
    }),
    { numRuns: runs(100) },
  );
});

test.each([
  ['ab', 'abc', false],
  ['abc', 'abcd', true],
  ['abc', 'ab', false],
  ['abcd', 'abc', true],
  ['abcd', 'abxd', false],
  ['abcde', 'abxde', true],
  ['a'.repeat(60), 'a'.repeat(61), true],
  ['a'.repeat(61), 'a'.repeat(61), false],
])('only texts of suitable length are similar: %s, %s', (wanted, known, expected) => {
  expect(isSimilar(wanted, known)).toBe(expected);
});

test('a text that resembles two other texts has no match', () => {
  const texts = new SimilarTexts([{ value: 'Gerta', key: 'gerta' }]);
  texts.add('1', 'Berta', 'berta');
  texts.add('2', 'Gesta', 'gesta');
  expect(texts.matches()).toEqual([]);
});
