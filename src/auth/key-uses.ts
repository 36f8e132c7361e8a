import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';

/** A use of a key. All times are by the database's clock. */
export interface KeyUse {
  accountId: string;
  keyId: string;
  /** The day of the use in UTC. */
  day: string;
  /** Time and address of the use. Absent if another use was recorded less than a minute before. */
  last?: { at: string; address: string | null };
}

interface PendingUse extends KeyUse {
  count: number;
}

const FLUSH_INTERVAL_MS = 2_000;

/**
 * Records the use of keys without delaying requests. Uses are counted in memory, and written together every few seconds
 * and at shutdown. The database contains the sum of the counts of all processes.
 */
export class KeyUses {
  /** The uses that are not written yet, by key and day. Around midnight, a key can have uses on two days. */
  private pending = new Map<string, PendingUse>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly db: Kysely<unknown>,
    private readonly log: Logger,
  ) {}

  record(use: KeyUse, count = 1): void {
    const id = `${use.keyId} ${use.day}`;
    const before = this.pending.get(id);
    if (before) {
      before.count += count;
      before.last = use.last ?? before.last;
    } else this.pending.set(id, { ...use, count });
    if (!this.closed) this.timer ??= setTimeout(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  /**
   * Writes the pending uses. Must not be called inside a transaction. Never rejects: if writing fails, the uses stay
   * pending.
   */
  flush(): Promise<void> {
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  /** Writes the remaining uses; must be called before the database is closed. */
  close(): Promise<void> {
    this.closed = true;
    return this.flush();
  }

  private async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const uses = [...this.pending.values()];
    if (uses.length === 0) return;
    this.pending = new Map();
    try {
      await addCounts(this.db, uses);
      // The counts are now in the database. The uses must not be counted again if the next statement fails.
      for (const use of uses) use.count = 0;
      const lasts = uses.flatMap(({ accountId, keyId, last }) => (last ? { accountId, keyId, ...last } : []));
      if (lasts.length > 0) await updateLastUse(this.db, lasts);
    } catch (error) {
      this.log.warn({ err: error }, 'recording the use of API keys failed');
      for (const { count, ...use } of uses) this.record(use, count);
    }
  }
}

/**
 * Adds the counts of all accounts with one statement; each row contains its account. Keys of deleted accounts are
 * skipped.
 */
async function addCounts(db: Kysely<unknown>, uses: PendingUse[]): Promise<void> {
  await sql`
    insert into api_key_use as known (account_id, key_id, day, count)
    select k.account_id, k.id, u.day, u.count
    from json_to_recordset(${JSON.stringify(uses)}::json) as u("accountId" uuid, "keyId" uuid, day date, count integer)
      join api_key k on k.account_id = u."accountId" and k.id = u."keyId"
    order by k.account_id, k.id, u.day
    on conflict (account_id, key_id, day) do update set count = known.count + excluded.count`.execute(db);
}

/**
 * Updates the last use at most once a minute per key, across all processes. A last use more than a minute in the future
 * is replaced, because it was recorded before the clock was set back. Locked rows are skipped, because usually another
 * process is writing an equally recent use.
 */
async function updateLastUse(db: Kysely<unknown>, lasts: object[]): Promise<void> {
  await sql`
    with due as (
      select k.account_id, k.id, u.at, u.address
      from json_to_recordset(${JSON.stringify(lasts)}::json)
          as u("accountId" uuid, "keyId" uuid, at timestamptz, address text)
        join api_key k on k.account_id = u."accountId" and k.id = u."keyId"
      where coalesce(k.last_used_at not between u.at - interval '1 minute' and u.at + interval '1 minute', true)
      for no key update of k skip locked
    )
    update api_key k set last_used_at = due.at, last_used_ip = due.address
    from due where k.account_id = due.account_id and k.id = due.id`.execute(db);
}
