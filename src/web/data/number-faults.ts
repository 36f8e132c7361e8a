import { eachTrait, MEASURES, type Measure } from '../../core/traits.js';
import { measureOf } from '../i18n/traits.js';
import type { FieldError } from './fault-messages.js';

interface Expected {
  kind: 'number' | 'whole_number' | 'score';
  least?: number;
  most?: number;
  unit?: string;
}

const { kilograms, cells } = MEASURES;
const BY_MEASURE: Record<Measure, Expected> = {
  kilograms: { kind: 'number', least: kilograms.least, most: kilograms.most, unit: 'kg' },
  score: { kind: 'score' },
  cells: { kind: 'whole_number', least: cells.least, most: cells.most },
};

/**
 * The valid numbers of each input field. `test/web/number-faults.test.ts` compares them with the rules of the service.
 */
export const NUMBERS: Readonly<Record<string, Expected>> = {
  ...eachTrait((trait) => BY_MEASURE[measureOf(trait)]),
  year: { kind: 'whole_number', least: 1900, most: 2100 },
  latitude: { kind: 'number', least: -90, most: 90, unit: 'degrees' },
  longitude: { kind: 'number', least: -180, most: 180, unit: 'degrees' },
  elevationM: { kind: 'number', least: -500, most: 9000, unit: 'm' },
  baseYears: { kind: 'whole_number', least: 1, most: 50 },
  validationSeasons: { kind: 'whole_number', least: 0, most: 10 },
};

const NO_NUMBER = /^(Int|Float) cannot represent [^:]*: (.*)$/s;

/**
 * Adds the code of the field's rule to an error of GraphQL about a value that is not a number. GraphQL rejects such
 * values before the service checks its rules.
 */
export function withCodeOfRule(fault: FieldError): FieldError {
  const [, type, given] = NO_NUMBER.exec(fault.message) ?? [];
  if (type === undefined) return fault;
  const field = fault.path.slice(fault.path.lastIndexOf('.') + 1);
  const expected = NUMBERS[field] ?? { kind: type === 'Int' ? 'whole_number' : 'number' };
  return { ...fault, code: 'must_be', params: { ...expected, given } };
}
