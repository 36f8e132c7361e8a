import { eachTrait } from '../../core/traits.js';
import { measureOf } from '../i18n/traits.js';
import type { FieldError } from './problem.js';

const BY_MEASURE: Record<ReturnType<typeof measureOf>, string> = {
  kilograms: 'a number from 0 to 200 kg',
  score: 'a number from 1 to 4 in steps of 0.5',
  cells: 'a whole number from 0 to 50',
};

/** What the server says a number must be, by the field of its input: `test/web/number-faults.test.ts` holds it to the rules. */
export const NUMBERS: Readonly<Record<string, string>> = {
  ...eachTrait((trait) => BY_MEASURE[measureOf(trait)]),
  year: 'a whole number from 1900 to 2100',
  latitude: 'a number from -90 to 90 degrees',
  longitude: 'a number from -180 to 180 degrees',
  elevationM: 'a number from -500 to 9000 m',
  baseYears: 'a whole number from 1 to 50',
};

const NO_NUMBER = /^(Int|Float) cannot represent [^:]*: (.*)$/s;

/**
 * What is no number GraphQL refuses before the rules of the server see it, in words of types. Here it is told as the rules
 * would, and as imports do.
 */
export function inWordsOfRules({ path, message }: FieldError): FieldError {
  const [, type, given] = NO_NUMBER.exec(message) ?? [];
  if (type === undefined) return { path, message };
  const what = NUMBERS[path.split('.').at(-1)!] ?? (type === 'Int' ? 'a whole number' : 'a number');
  return { path, message: `must be ${what}, not ${given}` };
}
