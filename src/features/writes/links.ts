import type { EntityClass } from '@mikro-orm/core';
import type { Fault } from '../../core/errors.js';
import { findByIds } from '../../graphql/find.js';
import type { WriteUnit } from './write.js';

interface InputRow {
  path: string;
  fields: object;
  next: object;
}

/** The fault of a reference to a row that does not exist. */
export const unknownId = (id: string, noun: string): Omit<Fault, 'path'> => ({
  message: `"${id}" is not the id of a ${noun}`,
  code: 'unknown_id',
  params: { given: id },
});

/**
 * Finds the rows to which inputs refer. A reference to a row that does not exist is reported as a fault and set to
 * null, so that later checks ignore this reference.
 * @returns the rows by id
 */
export async function findLinkedRows<Target extends { id: string }>(
  { em, faults }: WriteUnit,
  entity: EntityClass<Target>,
  rows: readonly InputRow[],
  field: string,
  noun: string,
): Promise<Map<string, Target>> {
  const named = rows.filter(({ fields }) => typeof (fields as Record<string, unknown>)[field] === 'string');
  const idOf = ({ fields }: InputRow) => (fields as Record<string, string>)[field] as string;
  const found = await findByIds(em, entity, named.map(idOf));
  for (const row of named) {
    if (found.has(idOf(row))) continue;
    faults.push({ path: row.path + field, ...unknownId(idOf(row), noun) });
    (row.next as Record<string, unknown>)[field] = null;
  }
  return found;
}
