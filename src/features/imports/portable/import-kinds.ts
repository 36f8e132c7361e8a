import { sql } from 'kysely';
import { ValueFault } from '../../../validation/rule.js';
import { COUNTS } from '../import.rest.js';
import { count, json, listOf, verbatim, type Kind } from './kinds.js';

/** Counts of an import: the number of rows of each kind. */
export const counts: Kind = {
  type: 'jsonb',
  select: (column) => sql`
    case when jsonb_exists(${column}, 'breedingValues')
      then ${column} - 'breedingValues' || jsonb_build_object('breeding_values', ${column} -> 'breedingValues')
      else ${column} end`,
  read(value) {
    const entries = typeof value === 'object' ? Object.entries(value as object) : undefined;
    const isCount = ([name, number]: [string, unknown]) => Object.hasOwn(COUNTS, name) && count.read(number) === number;
    return entries?.every(isCount)
      ? Object.fromEntries(entries.map(([name, number]) => [COUNTS[name as keyof typeof COUNTS], number]))
      : new ValueFault(`must be an object of ${Object.keys(COUNTS).join(', ')}, each a whole number`);
  },
};

const text = verbatim(1024 * 1024);
const samples = listOf(text);
const isValidFor = (kind: Kind, value: unknown) => !(kind.read(value) instanceof ValueFault);

/** Columns of a file and the fields they are mapped to. */
export const columns: Kind = {
  ...json,
  read(value) {
    const isValid =
      Array.isArray(value) &&
      (value as unknown[]).every((each) => {
        const { header, field, samples: some, ...more } = (each ?? {}) as Record<string, unknown>;
        const isKnown = Object.keys(more).length === 0;
        return (
          isKnown &&
          isValidFor(text, header) &&
          (field === null || isValidFor(text, field)) &&
          isValidFor(samples, some)
        );
      });
    return isValid
      ? value
      : new ValueFault('must be a list of {"header": text, "field": text or null, "samples": [texts]}');
  },
};
