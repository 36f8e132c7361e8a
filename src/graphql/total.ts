import type { EntityClass } from '@mikro-orm/core';
import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { ownerOf } from '../db/owner.js';
import type { Em } from '../db/orm.js';
import { perDatabase } from '../db/per-database.js';
import { fromMatching, type Matching } from './matching.js';

/** Tables in which no transaction writes without moving on the account's clock of changes. */
const ON_THE_CLOCK: ReadonlySet<string> = new Set(['queen', 'evaluation', 'apiary', 'hive', 'breeding_value']);
const MOST = 1000;

interface Counted {
  /** Of the account, when it was counted; empty where it has none. */
  revision: string;
  total: number;
}

/** Totals by their question. */
const totalsOf = perDatabase(() => new LRUCache<string, Counted>({ max: MOST }));

/** The account's revision as a statement sees it. */
export const accountRevision = (em: Em) => sql<string | null>`
  (select revision::text from change_clock where account_id = ${ownerOf(em)})`;

/** How many rows match. */
export async function countRows<Row extends object>(
  em: Em,
  entity: EntityClass<Row>,
  matching: Matching<Row>,
): Promise<number> {
  const counting = sql<{ total: string }>`select count(*) as total ${fromMatching(em, entity, matching)}`;
  if (ON_THE_CLOCK.has(em.getMetadata().get(entity).tableName)) return (await cachedCount(em, counting)).total;
  const { rows } = await counting.execute(em.getKysely());
  return Number(rows[0]!.total);
}

/**
 * To count is to read all that match: it is done once for all pages of a list, and again after something of the account
 * was written, by whatever process; one look-up tells whether it was.
 */
export async function cachedCount(em: Em, counting: RawBuilder<unknown>): Promise<Counted> {
  const before = totalsOf(em).get(questionOf(em, counting));
  const { rows } = await sql<{ revision: string | null; total: string | null }>`
    select revision, case when revision = ${before?.revision ?? ''} then null else (${counting}) end as total
    from (select ${accountRevision(em)} as revision) clock`.execute(em.getKysely());
  const { revision, total } = rows[0]!;
  const counted = total === null ? before! : { revision: revision ?? '', total: Number(total) };
  if (revision !== null) cacheTotal(em, counting, counted);
  return counted;
}

/** Remembers what a statement would count. */
export function cacheTotal(em: Em, counting: RawBuilder<unknown>, counted: Counted): void {
  // What a transaction sees of its own writes may never come to be.
  if (em.isInTransaction()) return;
  totalsOf(em).set(questionOf(em, counting), counted);
}

function questionOf(em: Em, counting: RawBuilder<unknown>): string {
  const { sql: text, parameters } = counting.compile(em.getKysely());
  return JSON.stringify([text, parameters]);
}
