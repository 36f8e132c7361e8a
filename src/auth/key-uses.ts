import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';

/** A use of a key, by the database's clock. */
export interface KeyUsed {
  accountId: string;
  keyId: string;
  /** In UTC. */
  day: string;
  /** When and from where, if the last record of that is older than a minute. */
  last?: { at: string; address: string | null };
}

interface Waiting extends KeyUsed {
  count: number;
}

const PAUSE = 2_000;

/**
 * Records the use of keys out of the requests' way: they are counted in memory, and written down together every few
 * seconds and at the end. Several processes add up.
 */
export class KeyUses {
  /** By key. */
  private waiting = new Map<string, Waiting>();
  private past: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly db: Kysely<unknown>,
    private readonly log: Logger,
  ) {}

  record(use: KeyUsed, count = 1): void {
    const before = this.waiting.get(use.keyId);
    if (before?.day === use.day) {
      before.count += count;
      before.last = use.last ?? before.last;
    } else {
      // At midnight, what is left of the day before.
      if (before) this.past.push(before);
      this.waiting.set(use.keyId, { ...use, count });
    }
    if (!this.closed) this.timer ??= setTimeout(() => void this.flush(), PAUSE).unref();
  }

  /** Writes down what waits; not to be called inside a transaction. It never fails: what could not be written waits on. */
  flush(): Promise<void> {
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  /** Writes down the last ones; call it before the database is closed. */
  close(): Promise<void> {
    this.closed = true;
    return this.flush();
  }

  private async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const uses = [...this.past, ...this.waiting.values()];
    if (uses.length === 0) return;
    this.waiting = new Map();
    this.past = [];
    try {
      await addUp(this.db, uses);
      // They are written, whatever becomes of the rest.
      for (const use of uses) use.count = 0;
      const lasts = uses.flatMap(({ accountId, keyId, last }) => (last ? { accountId, keyId, ...last } : []));
      if (lasts.length > 0) await touch(this.db, lasts);
    } catch (error) {
      this.log.warn({ err: error }, 'use of API keys');
      for (const { count, ...use } of uses) this.record(use, count);
    }
  }
}

/** One statement for all accounts; each row names its own. Keys that are gone with their account are left out. */
async function addUp(db: Kysely<unknown>, uses: Waiting[]): Promise<void> {
  await sql`
    insert into api_key_use as known (account_id, key_id, day, count)
    select k.account_id, k.id, u.day, u.count
    from json_to_recordset(${JSON.stringify(uses)}::json) as u("accountId" uuid, "keyId" uuid, day date, count integer)
      join api_key k on k.account_id = u."accountId" and k.id = u."keyId"
    order by k.account_id, k.id, u.day
    on conflict (account_id, key_id, day) do update set count = known.count + excluded.count`.execute(db);
}

/**
 * At most once a minute for each key, over all processes. A last use in the future, from before a clock was set back, is
 * replaced. A row that another process has locked is skipped: that process writes a use just as recent.
 */
async function touch(db: Kysely<unknown>, lasts: object[]): Promise<void> {
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
