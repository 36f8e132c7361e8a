import { sql, type RawBuilder } from 'kysely';

/**
 * What makes a pedigree sound, for imports (over tables of many rows) and for single writes alike. Aliases stand for
 * anything with the columns of a queen.
 */

/** How a fault names a queen: by number, else by name. */
export const called = (alias: string): RawBuilder<string> =>
  sql`coalesce(${sql.ref(`${alias}.external_id`)}, ${sql.ref(`${alias}.name`)})`;

/** Compared on the precision that both have: a year alone says nothing within that year. */
export function bornAfter(parent: string, child: string): RawBuilder<boolean> {
  const [p, c] = [sql.ref(`${parent}.birth_date`), sql.ref(`${child}.birth_date`)];
  return sql`left(${p}, least(length(${p}), length(${c}))) > left(${c}, least(length(${p}), length(${c})))`;
}

export const bornAfterMessage = (word: 'dam' | 'sire', parent: string, child: string): RawBuilder<string> => sql`
  ${`the ${word} `}::text || ${called(parent)} || ' was born (' || ${sql.ref(`${parent}.birth_date`)} ||
  ') after her daughter ' || ${called(child)} || ' (' || ${sql.ref(`${child}.birth_date`)} || ')'`;

export const motherIsF1Message = (mother: string): RawBuilder<string> =>
  sql`${called(mother)} || ' is an F1 queen herself: the mother of an F1 queen is an F0 queen'`;

export const ownAncestorMessage = (queen: string, parent: string): RawBuilder<string> =>
  sql`${called(queen)} || ' would be her own ancestor, through ' || ${called(parent)}`;

/** Of a father who is the mother: she would have mated with herself. */
export const IS_MOTHER = 'must be another queen than the mother';

/** Of a mating. */
export const IS_HERSELF = 'must be another queen than herself';

export const NEEDS_MOTHER = 'is missing: an F1 queen needs a mother';

export const nameTaken = (name: string): string =>
  `"${name}" is the name of another queen without an identifier: give one of them an identifier`;

export const identifierTaken = (value: string): string => `the identifier "${value}" belongs to another queen already`;

export const contradictsMating = (father: string, mate: string): string =>
  `contradicts the mating of the mother: the father would be "${father}", but she is mated to "${mate}"`;
