import { sql, type RawBuilder } from 'kysely';
import { packed, toEntities } from '../graphql/rows.js';
import type { Em } from '../orm.js';
import type { Rows } from './herd.js';
import { Queen } from './queen.entity.js';

/**
 * Queens, and their parents where they are wanted, as JSON for `rowsForeseen`, of an account that another statement
 * has just found: so it need not be followed by one for her. On a connection that is turned to another account it finds
 * nobody.
 * @param account SQL
 * @param asked a query of their ids as `id`, and whether their parents are wanted as `parents`
 * @param parents whether any are
 */
export const queensForeseen = (
  em: Em,
  account: RawBuilder<unknown>,
  asked: RawBuilder<unknown>,
  parents: boolean,
): RawBuilder<unknown> => sql`
  select ${packed(em, Queen)}
  from (${parents ? withParents(account, asked) : sql`select distinct id from (${asked}) asked`}) near
  cross join lateral (select * from queen where account_id = ${account} and queen.id = near.id offset 0) q`;

const withParents = (account: RawBuilder<unknown>, asked: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select distinct near.id
  from (${asked}) asked
  left join lateral (
    select mother_id, father_id from queen
    where asked.parents and account_id = ${account} and queen.id = asked.id offset 0
  ) child on true
  cross join lateral (values (asked.id), (child.mother_id), (child.father_id)) near (id)
  where near.id is not null`;

/** They say nothing about how many of her ancestors are known besides. */
export function rowsForeseen(em: Em, rows: readonly unknown[][]): Rows {
  const queens = toEntities(em, Queen, rows);
  return Object.assign(new Map(queens.map((queen) => [queen.id, queen])), { asked: 0 });
}
