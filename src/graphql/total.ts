import type { EntityClass } from '@mikro-orm/core';
import { sql, type RawBuilder } from 'kysely';
import { ownerOf } from '../access/owner.js';
import type { Em } from '../orm.js';
import { fromMatching, type Matching } from './matching.js';

/** Tables in which no transaction writes without moving on the account's clock of changes. */
const ON_THE_CLOCK: ReadonlySet<string> = new Set(['queen', 'evaluation', 'apiary', 'hive', 'breeding_value']);
const MOST = 1000;

/** Totals by their question, with the revision of the account at which they were counted; the last asked for is last. */
type Totals = Map<string, { revision: string; total: number }>;

const byDatabase = new WeakMap<object, Totals>();

/**
 * How many rows match. To count is to read them all: it is done once for all pages of a list, and again after something
 * of the account was written, by whatever process; one look-up tells whether it was.
 */
export async function countRows<Row extends object>(
  em: Em,
  entity: EntityClass<Row>,
  matching: Matching<Row>,
): Promise<number> {
  const counting = sql<{ total: string }>`select count(*) as total ${fromMatching(em, entity, matching)}`;
  // What a transaction sees of its own writes may never come to be.
  if (ON_THE_CLOCK.has(em.getMetadata().get(entity).tableName) && !em.isInTransaction()) return countOnce(em, counting);
  const { rows } = await counting.execute(em.getKysely());
  return Number(rows[0]!.total);
}

async function countOnce(em: Em, counting: RawBuilder<unknown>): Promise<number> {
  const { sql: text, parameters } = counting.compile(em.getKysely());
  const question = JSON.stringify([text, parameters]);
  const driver = em.getDriver();
  const known: Totals = byDatabase.get(driver) ?? new Map();
  byDatabase.set(driver, known);
  const before = known.get(question);
  const { rows } = await sql<{ revision: string | null; total: string | null }>`
    select revision, case when revision is distinct from ${before?.revision ?? null} then (${counting}) end as total
    from (select (select revision::text from change_clock where account_id = ${ownerOf(em)}) as revision) clock`.execute(
    em.getKysely(),
  );
  const { revision, total } = rows[0]!;
  // An account in which nothing was ever written has no clock, and no rows.
  if (revision === null) return 0;
  const now = total === null ? before! : { revision, total: Number(total) };
  known.delete(question);
  known.set(question, now);
  if (known.size > MOST) known.delete(known.keys().next().value!);
  return now.total;
}
