import type { PGlite } from '@electric-sql/pglite';

type Parsers = PGlite['parsers'];

/** Types of arrays that the driver of a server (`pg-types`) takes apart, by their numbers in PostgreSQL. */
const ARRAYS = [
  199, 791, 1000, 1001, 1005, 1007, 1008, 1009, 1014, 1015, 1016, 1017, 1021, 1022, 1028, 1040, 1041, 1115, 1182, 1183,
  1185, 1187, 1231, 1270, 2951, 3807, 3907,
];

/**
 * Of what makes values of texts, these and what takes usual arrays apart. The embedded database adds one for each of 330
 * types of arrays, and copies all of them for every statement: a third of the time of a short one.
 */
export function commonParsers(all: Readonly<Parsers>, ...kept: Readonly<Parsers>[]): Parsers {
  const usual = new Set([...ARRAYS.map(String), ...kept.flatMap((parsers) => Object.keys(parsers))]);
  return Object.fromEntries(Object.entries(all).filter(([type]) => usual.has(type)));
}
