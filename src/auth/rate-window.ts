import { sql, type Kysely } from 'kysely';
import { isInForce, secondsUntil } from '../db/expiry.js';
import { onlyRow } from '../db/only-row.js';

/** Tables of rate-limit windows and their key columns. */
interface WindowKeys {
  request_window: { account_id: string; caller: string };
  address_window: { address_hash: string; purpose: string };
}

const USED_COLUMNS = { request_window: 'used', address_window: 'count' } as const;

interface TakeOptions {
  /** Length of the window. */
  seconds: number;
  /** Requested amount; 1 by default. */
  amount?: number;
  /** Maximum total amount in a window; unlimited by default. */
  limit?: number;
}

/** The granted amount, the total used amount of this window, and the seconds until the window ends. */
export interface Taken {
  granted: number;
  used: number;
  wait: number;
}

const UNLIMITED = 2_000_000_000;

/**
 * Counts an amount in a rate-limit window that all processes share, with one statement. A window starts with the first
 * call after the end of the previous window.
 * @throws a foreign-key violation if the account in `key` does not exist
 */
export async function takeFromWindow<Table extends keyof WindowKeys>(
  db: Kysely<unknown>,
  table: Table,
  key: WindowKeys[Table],
  { seconds, amount = 1, limit = UNLIMITED }: TakeOptions,
): Promise<Taken> {
  const used = sql.ref(USED_COLUMNS[table]);
  const columns = sql.join(Object.keys(key).map((column) => sql.ref(column)));
  const isRunning = isInForce(sql.ref('w.ends_at'), seconds);
  const more = sql`greatest(0, least(excluded.granted, ${limit}::integer - w.${used}))`;
  const { rows } = await sql<Taken>`
    insert into ${sql.table(table)} as w (${columns}, ${used}, granted, ends_at)
    values (${sql.join(Object.values(key))}, ${amount}::integer, ${amount}::integer,
      now() + ${seconds} * interval '1 second')
    on conflict (${columns}) do update set
      granted = case when ${isRunning} then ${more} else excluded.granted end,
      ${used} = case when ${isRunning} then w.${used} + ${more} else excluded.${used} end,
      ends_at = case when ${isRunning} then w.ends_at else excluded.ends_at end
    returning granted, ${used} as used, ${secondsUntil(sql.ref('ends_at'), seconds)} as wait`.execute(db);
  return onlyRow(rows);
}

/** Deletes up to `limit` rows that have expired. Rows that another statement has locked are deleted by a later call. */
export async function deleteExpired(
  db: Kysely<unknown>,
  table: string,
  keyColumns: readonly string[],
  endColumn: string,
  limit = 100,
): Promise<void> {
  const keys = sql.join(keyColumns.map((column) => sql.ref(column)));
  const end = sql.ref(endColumn);
  await sql`
    delete from ${sql.table(table)} where (${keys}) in (
      select ${keys} from ${sql.table(table)} where ${end} < now() order by ${end} limit ${limit} for update skip locked
    )`.execute(db);
}
