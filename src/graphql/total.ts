import type { EntityClass } from '@mikro-orm/core';
import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import { onlyRow } from '../db/only-row.js';
import { ownerOf } from '../db/owner.js';
import type { Em } from '../db/orm.js';
import { perDatabase } from '../db/per-database.js';
import { fromMatching, type Matching } from './matching.js';

/**
 * Tables whose visible rows change only together with the account's revision. Breeding values become visible when their
 * run is completed, which increments the revision.
 */
const REVISIONED_TABLES: ReadonlySet<string> = new Set(['queen', 'evaluation', 'apiary', 'hive', 'breeding_value']);
const MAX_CACHED_TOTALS = 1000;

interface CachedTotal {
  /** The account's revision at the time of counting; empty if the account has no revision. */
  revision: string;
  total: number;
}

/** Cached totals by query. */
const totalsOf = perDatabase(() => new LRUCache<string, CachedTotal>({ max: MAX_CACHED_TOTALS }));

/** SQL for the account's revision. */
export const accountRevision = (em: Em) => sql<string | null>`
  (select revision::text from change_clock where account_id = ${ownerOf(em)})`;

/** Counts the matching rows. */
export async function countRows<Row extends object>(
  em: Em,
  entity: EntityClass<Row>,
  matching: Matching<Row>,
): Promise<number> {
  const counting = sql<{ total: string }>`select count(*) as total ${fromMatching(em, entity, matching)}`;
  if (REVISIONED_TABLES.has(em.getMetadata().get(entity).tableName)) return (await cachedCount(em, counting)).total;
  const { rows } = await counting.execute(em.getKysely());
  return Number(onlyRow(rows).total);
}

/** Counts rows with a cache. All pages of a list share one count until the revision of the account changes. */
export async function cachedCount(em: Em, counting: RawBuilder<unknown>): Promise<CachedTotal> {
  const before = totalsOf(em).get(cacheKeyOf(em, counting));
  const { rows } = await sql<{ revision: string | null; total: string | null }>`
    select revision, case when revision = ${before?.revision ?? ''} then null else (${counting}) end as total
    from (select ${accountRevision(em)} as revision) clock`.execute(em.getKysely());
  const { revision, total } = onlyRow(rows);
  const counted = before && total === null ? before : { revision: revision ?? '', total: Number(total) };
  if (revision !== null) cacheTotal(em, counting, counted);
  return counted;
}

/** Caches the result of a counting statement. */
export function cacheTotal(em: Em, counting: RawBuilder<unknown>, counted: CachedTotal): void {
  // Totals within a transaction are not cached, because the transaction can see writes that are later rolled back.
  if (em.isInTransaction()) return;
  totalsOf(em).set(cacheKeyOf(em, counting), counted);
}

function cacheKeyOf(em: Em, counting: RawBuilder<unknown>): string {
  const { sql: text, parameters } = counting.compile(em.getKysely());
  // The hash limits the length of the key, because parameters can be long.
  return hash('sha256', JSON.stringify([text, parameters]), 'base64url');
}
