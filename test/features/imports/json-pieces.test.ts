import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { JsonPieces } from '../../../src/features/imports/restore/json-pieces.js';
import { runs } from '../../support/fuzz.js';

/** Splits a document at these positions, reads the parts with `JsonPieces`, and joins the result. */
function read(text: string, cuts: number[] = [], largest = 1e6): unknown {
  const reader = new JsonPieces(largest);
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
  const pieces = places.slice(1).flatMap((to, index) => reader.push(text.slice(places[index], to)));
  reader.end();
  const document: [string, unknown][] = [];
  for (const { member, element, text } of pieces) {
    const value: unknown = JSON.parse(text);
    const last = document.at(-1);
    if (!element) document.push([member, value]);
    else if (last?.[0] === member) (last[1] as unknown[]).push(value);
    else document.push([member, [value]]);
  }
  return Object.fromEntries(document);
}

test('JsonPieces reads any document like JSON.parse, in any layout and split at any position', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()),
      fc.constantFrom(0, 1, '\t', ' \r\n'),
      fc.array(fc.nat()),
      (document, space, cuts) => {
        const text = JSON.stringify(document, null, space as number);
        expect(read(text, cuts)).toEqual(JSON.parse(text));
      },
    ),
  );
});

test('JsonPieces refuses a text that JSON.parse refuses', () => {
  const sound = '{"a":[1,{"b":"x\\"]}"}],"c":null,"d":[],"e":"t"}';
  fc.assert(
    fc.property(fc.nat(sound.length - 1), fc.constantFrom('', ',', '"', '{', ']', '}', ':', '1', 'x'), (at, put) => {
      const text = sound.slice(0, at) + put + sound.slice(at + 1);
      let right = true;
      try {
        JSON.parse(text);
      } catch {
        right = false;
      }
      if (right) expect(read(text)).toEqual(JSON.parse(text));
      else expect(() => read(text)).toThrow();
    }),
    { numRuns: runs(500) },
  );
});

test('each piece of a document has the number of the line in which the piece begins', () => {
  const pieces = new JsonPieces(100).push('{"a":1,\n"rows":[\n{"x":1},\n{"x":\n2}\n,3]}');
  expect(pieces.map(({ member, line }) => [member, line])).toEqual([
    ['a', 1],
    ['rows', 3],
    ['rows', 4],
    ['rows', 6],
  ]);
});

test('JsonPieces refuses a row that is too large, and nesting that is too deep', () => {
  expect(() => new JsonPieces(100).push(`{"rows":["${'x'.repeat(200)}`)).toThrow(/row that is too large/);
  expect(() => new JsonPieces(1e6).push(`{"rows":[${'['.repeat(1000)}`)).toThrow(/nested too deeply/);
});
