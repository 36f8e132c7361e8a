import type { EntityClass } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { checkMembers, type Rules } from '../../validation/check.js';
import { saveRows } from './rows.js';
import { isRefused, type WriteUnit } from './write.js';

/** The input for one row. */
export interface RowInput<Row, Input> {
  /** The stored row; null for a new row. */
  before: Row | null;
  input: Input;
  /** Path of the input, ending with a dot. */
  path: string;
}

/** The write of one row: the row before, the fields in the request, and the row after. */
export interface RowWrite<Row, Fields = Partial<Row>, Next = Row> {
  path: string;
  before: Row | null;
  fields: Fields;
  next: Next;
}

/** Checks the input for a row by the rules of its members. New rows get an id. */
export function prepareWrite<Row extends { id: string }, Fields, Next>(
  unit: WriteUnit,
  rules: Rules,
  { before, input, path }: RowInput<Row, object>,
): RowWrite<Row, Fields, Next> {
  const { value: fields, faults } = checkMembers(rules, input, path);
  unit.faults.push(...faults);
  const next = { ...before, ...fields, id: before?.id ?? uuid() };
  return { path, before, fields: fields as Fields, next: next as Next };
}

/**
 * Saves the rows, unless the write has faults or conflicts.
 * @param rules the rules of all written fields
 * @returns ids of the rows
 */
export async function saveWrites<Row extends { id: string }>(
  unit: WriteUnit,
  entity: EntityClass<Row>,
  rules: Rules,
  writes: readonly RowWrite<Row>[],
): Promise<string[]> {
  const ids = writes.map(({ next }) => next.id);
  if (!isRefused(unit)) await saveRows(unit, entity, Object.keys(rules), writes);
  return ids;
}
