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
   * Whether many other rows of the list can lie between matching rows. Requires an index that covers all conditions.
   */
  sparse?: boolean;
}

/** The column of a property, for the row called `q`. */
export function columnOf<Row extends object>(em: Em, entity: EntityClass<Row>, key: string): RawBuilder<unknown> {
  return sql.ref(`q.${propertyColumn(em, entity, key).name}`);
}

/**
 * The beginning of a statement, `from … where …`, for use in `select … ${from} and … order by …`.
 * @param owner the id of the account. By default, it is not hidden from the planner (see `hidden`), because the
 * frequency of values differs between accounts.
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
