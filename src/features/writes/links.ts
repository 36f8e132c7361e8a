import type { EntityClass } from '@mikro-orm/core';
import { findByIds } from '../../graphql/find.js';
import type { Unit } from './write.js';

interface InHand {
  path: string;
  given: object;
  next: object;
}

/**
 * Looks up the rows that the given members name; one that is not there is a fault, and left out of what follows.
 * @returns those rows, by id
 */
export async function linked<Target extends { id: string }>(
  { em, faults }: Unit,
  entity: EntityClass<Target>,
  rows: readonly InHand[],
  field: string,
  noun: string,
): Promise<Map<string, Target>> {
  const named = rows.filter(({ given }) => typeof (given as Record<string, unknown>)[field] === 'string');
  const idOf = ({ given }: InHand) => (given as Record<string, string>)[field] as string;
  const found = await findByIds(em, entity, named.map(idOf));
  for (const row of named) {
    if (found.has(idOf(row))) continue;
    const given = idOf(row);
    const message = `"${given}" is the id of no ${noun} here`;
    faults.push({ path: row.path + field, message, code: 'unknown_id', params: { given } });
    (row.next as Record<string, unknown>)[field] = null;
  }
  return found;
}
