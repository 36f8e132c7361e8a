import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Sightings } from '../src/sightings.js';

const print = fc.integer({ min: -(2 ** 31), max: 2 ** 32 - 1 });

test('what comes again at once was there as often as it came', () => {
  fc.assert(
    fc.property(print, fc.integer({ min: 1, max: 200 }), (one, times) => {
      const sightings = new Sightings();
      for (let time = 0; time < times; time += 1) expect(sightings.note(one)).toBe(time);
    }),
  );
});

test('what never came is never believed to have, whatever else did', () => {
  fc.assert(
    fc.property(fc.uniqueArray(print, { selector: (value) => value | 0, maxLength: 200 }), (prints) => {
      const sightings = new Sightings();
      for (const one of prints) expect(sightings.note(one)).toBe(0);
    }),
  );
});

test('nearly all of what came of late is still known', () => {
  const sightings = new Sightings();
  const prints = Array.from({ length: 5000 }, (_, n) => Math.imul(n, 0x9e3779b1));
  for (const one of prints) sightings.note(one);
  expect(prints.filter((one) => sightings.note(one) > 0).length).toBeGreaterThan(4500);
});
