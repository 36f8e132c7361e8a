import type { EntityName, FilterQuery } from '@mikro-orm/core';
import { notFound } from '../core/errors.js';
import type { Em } from '../db/orm.js';
import { parseId } from './ids.js';
import { findRow, findRows } from './rows.js';

/**
 * Finds a row of the account by its id, and returns it as a plain row that cannot be changed through `em`. Returns null
 * if the row does not exist or the id is malformed.
 */
export async function findById<Row extends { id: string }>(
  em: Em,
  entity: EntityName<Row>,
  id: string,
  conditions: object = {},
): Promise<Row | null> {
  const known = parseId(id);
  if (known === null) return null;
  const where = { ...conditions, id: known } as FilterQuery<NoInfer<Row>>;
  return findRow(em, entity, where);
}

/**
 * Like `findById`, but requires that the row exists.
 * @param noun names the row in the error
 * @throws {ServiceError} `not_found`
 */
export async function requireById<Row extends { id: string }>(
  em: Em,
  entity: EntityName<Row>,
  id: string,
  noun: string,
  conditions: object = {},
): Promise<Row> {
  const row = await findById(em, entity, id, conditions);
  if (!row) throw notFound(noun);
  return row;
}

/**
 * Finds rows of the account by their ids, and returns them by id, as plain rows that cannot be changed through `em`.
 * Unknown ids are omitted.
 */
export async function findByIds<Row extends { id: string }>(
  em: Em,
  entity: EntityName<Row>,
  ids: Iterable<string>,
): Promise<Map<string, Row>> {
  const sought = [...new Set(ids)];
  if (sought.length === 0) return new Map();
  const where = { id: { $in: sought } } as object as FilterQuery<NoInfer<Row>>;
  const rows = await findRows(em, entity, where);
  return new Map(rows.map((row) => [row.id, row]));
}
