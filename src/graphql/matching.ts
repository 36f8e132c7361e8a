import type { EntityClass } from '@mikro-orm/core';
import { sql, type RawBuilder } from 'kysely';
import { ownerOf } from '../db/owner.js';
import { propertyColumn } from '../db/property-column.js';
import type { Em } from '../db/orm.js';

/** Conditions on rows of the account: values of properties, and SQL in which the row is called `q`. */
export interface Matching<Row> {
  values?: Partial<Row>;
  conditions?: RawBuilder<unknown>[];
  /**
   * Whether many other rows can lie between matching rows. If set, the keys are selected before the rows, which needs
   * an index that covers all conditions.
   */
  sparse?: boolean;
}

/** The column of a property, for the row called `q`. */
export function columnOf<Row extends object>(em: Em, entity: EntityClass<Row>, key: string): RawBuilder<unknown> {
  return sql.ref(`q.${propertyColumn(em, entity, key).name}`);
}

/**
 * The beginning of a statement, `from … where …`, for use in `select … ${from} and … order by …`.
 * @param owner the id of the account. By default, the planner sees the id (compare `hidden`): accounts differ in their
 * numbers of rows, and the planner then uses the statistics of this account.
 */
export function fromMatching<Row extends object>(
  em: Em,
  entity: EntityClass<Row>,
  { values = {}, conditions = [] }: Matching<Row>,
  owner: string | RawBuilder<string> = ownerOf(em),
): RawBuilder<unknown> {
  const equal = Object.entries(values).map(([key, value]) => sql`${columnOf(em, entity, key)} = ${value}`);
  const all = [sql`q.account_id = ${owner}`, ...equal, ...conditions];
  return sql`from ${sql.table(em.getMetadata().get(entity).tableName)} q where ${sql.join(all, sql` and `)}`;
}
