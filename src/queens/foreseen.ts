import type { Context } from 'koa';
import { sql, type RawBuilder } from 'kysely';
import { graphqlBody, GRAPHQL } from '../graphql/body.js';
import { packed, toEntities } from '../graphql/rows.js';
import type { Em } from '../orm.js';
import { isUuid } from '../rules/uuid.js';
import type { Rows } from './herd.js';
import { Queen } from './queen.entity.js';

/** Of one of REST's addresses of a queen, or of what is told of her. */
const HER_PATH = /^\/api(?:\/v1)?\/queens\/(?:f[01]\/)?([^/]{36})(?:\/|$)/;

/** The id of the queen whom a read will ask for, as far as its address or, over GraphQL, its `$id` tells; else null. */
export async function queenAskedFor(ctx: Context): Promise<string | null> {
  const id = ctx.method === 'GET' ? HER_PATH.exec(ctx.path)?.[1] : await idInGraphql(ctx);
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null;
}

/** A longer body is read when it is known who sends it, and whether not too often. */
const MOST_BYTES = 16 * 1024;

async function idInGraphql(ctx: Context): Promise<unknown> {
  if (ctx.method !== 'POST' || ctx.path !== GRAPHQL || !(ctx.request.length <= MOST_BYTES)) return undefined;
  try {
    const { query, variables } = await graphqlBody(ctx);
    return typeof query === 'string' && query.includes('queen(')
      ? (variables as { id?: unknown } | null)?.id
      : undefined;
  } catch {
    // Told once it is known who asks.
    return undefined;
  }
}

/**
 * Queens and their parents as a text for `rowsForeseen`, of an account that another statement has just found: so it need
 * not be followed by one for her. On a connection that is turned to another account it finds nobody.
 * @param account SQL
 * @param asked a query of their ids as `id`
 */
export const queensForeseen = (
  em: Em,
  account: RawBuilder<unknown>,
  asked: RawBuilder<unknown>,
): RawBuilder<string> => sql`
  select ${packed(em, Queen)}
  from (
    select distinct near.id
    from (${asked}) asked
    cross join lateral (
      select mother_id, father_id from queen where account_id = ${account} and queen.id = asked.id offset 0
    ) child
    cross join lateral (values (asked.id), (child.mother_id), (child.father_id)) near (id)
    where near.id is not null
  ) near
  cross join lateral (select * from queen where account_id = ${account} and queen.id = near.id offset 0) q`;

/** They say nothing about how many of her ancestors are known besides. */
export function rowsForeseen(em: Em, text: string): Rows {
  const queens = toEntities(em, Queen, JSON.parse(text) as unknown[][]);
  return Object.assign(new Map(queens.map((queen) => [queen.id, queen])), { asked: 0 });
}
