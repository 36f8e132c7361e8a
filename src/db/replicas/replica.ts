import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { Connection } from '../connection.js';
import type { ConnectionPool } from '../connection-pool.js';
import type { Role } from '../role.js';
import { withLimit } from '../statement-timeout.js';
import { isCancelled } from '../database-errors.js';

/** After this time, the read goes to the primary. */
const STATEMENT_TIMEOUT_SECONDS = 5;
/** Interval of probes while a replica is down. */
const PROBE_INTERVAL_MS = 1_000;
/** Time for which an account uses the primary after the replica was behind. */
const BEHIND_PAUSE_MS = 50;
/** Time for which an account uses the primary after the replica was too slow. */
const SLOW_PAUSE_MS = 5_000;
/** If a connection times out within this time after a result, the replica is busy, not down. */
const RECENT_RESULT_MS = 2_000;
const MAX_CACHED_ACCOUNTS = 500;

/**
 * The revision that the replica has reached. Returns no row if the replica was promoted to a primary, because its data
 * can then differ from the data of the primary.
 */
const REVISION_QUERY = '/* prepared */ select revision from clock_of($1) where pg_is_in_recovery()';

/** A streaming replica. */
export class Replica {
  private isOpen = false;
  private isHealthy = false;
  private probing?: Promise<void>;
  private lastResultAt = -Infinity;
  private ended = false;
  /**
   * The revision of each account that the server of a connection has reached. The revisions are stored by connection,
   * because one address can lead to several servers. On a server, a revision never decreases.
   */
  private readonly revisions = new WeakMap<Connection, LRUCache<string, number>>();
  private readonly pausedUntil = new LRUCache<string, number>({ max: MAX_CACHED_ACCOUNTS });

  /** @param log called once when the replica becomes unusable, and when it is usable again */
  constructor(
    readonly name: string,
    private readonly pool: ConnectionPool,
    private readonly log: (what: string, error?: unknown) => void,
  ) {}

  /** Whether the replica can be used. The first access starts probing. */
  get isAvailable(): boolean {
    this.probing ??= this.probeUntilHealthy(true);
    return this.isHealthy;
  }

  /** Number of reads that are waiting for a connection. */
  get waiting(): number {
    return this.pool.waiting;
  }

  /** Whether the primary would probably return rows sooner. */
  get isBusy(): boolean {
    return this.waiting >= this.pool.max;
  }

  /**
   * @returns null if the replica is not open, has not reached the revision, or was recently behind or too slow for the
   *   account
   * @throws the error of the statement
   */
  async read(
    account: Role,
    revision: number,
    text: string,
    values: unknown[] | undefined,
  ): Promise<pg.QueryResult | null> {
    if ((this.pausedUntil.get(account) ?? 0) > performance.now()) return null;
    if (!this.isOpen) return null;
    try {
      const result = await withLimit(STATEMENT_TIMEOUT_SECONDS, () =>
        this.pool.run(account, async (connection) => {
          if (!(await this.hasRevision(connection, account, revision))) return null;
          return connection.query(text, values);
        }),
      );
      this.lastResultAt = performance.now();
      return result;
    } catch (error) {
      if (isCancelled(error)) this.pausedUntil.set(account, performance.now() + SLOW_PAUSE_MS);
      else if (this.isConnectionLost(error)) this.markDown(error);
      throw error;
    }
  }

  async end(): Promise<void> {
    this.ended = true;
    this.isHealthy = false;
    await this.pool.end();
  }

  private async hasRevision(connection: Connection, account: Role, revision: number): Promise<boolean> {
    let known = this.revisions.get(connection);
    if (!known) this.revisions.set(connection, (known = new LRUCache({ max: MAX_CACHED_ACCOUNTS })));
    if ((known.get(account) ?? -1) >= revision) return true;
    const { rows } = await connection.query<{ revision: number }>(REVISION_QUERY, [account]);
    const reached = Number(rows[0]?.revision ?? -1);
    known.set(account, reached);
    if (reached < revision) this.pausedUntil.set(account, performance.now() + BEHIND_PAUSE_MS);
    return reached >= revision;
  }

  /** A server that reports an error is up, unless the error is that the server is shutting down. */
  private isConnectionLost(error: unknown): boolean {
    if (error instanceof pg.DatabaseError) return error.code?.startsWith('57P') ?? false;
    const isConnectTimeout = error instanceof Error && /timeout exceeded when trying to connect/.test(error.message);
    return !isConnectTimeout || performance.now() - this.lastResultAt > RECENT_RESULT_MS;
  }

  private markDown(error: unknown): void {
    if (!this.isHealthy) return;
    this.isHealthy = false;
    this.log(`replica ${this.name} is down; reads go to another server`, error);
    this.probing = this.probeUntilHealthy(false);
  }

  /** Probes until the replica responds, so that no request has to wait for it. */
  private async probeUntilHealthy(isFirst: boolean): Promise<void> {
    for (let isLogged = !isFirst; !this.ended;) {
      try {
        await withLimit(STATEMENT_TIMEOUT_SECONDS, () => this.probe());
        if (this.ended) return;
        this.isHealthy = true;
        if (isLogged) this.log(`replica ${this.name} is available again`);
        return;
      } catch (error) {
        if (!isLogged && !this.ended) this.log(`replica ${this.name} is not usable; reads go to another server`, error);
        isLogged = true;
      }
      await setTimeout(PROBE_INTERVAL_MS, undefined, { ref: false });
    }
  }

  private async probe(): Promise<void> {
    this.isOpen = false;
    await this.pool.open();
    const { rows } = await this.pool.query<{ follows: boolean }>('select pg_is_in_recovery() as follows');
    if (!rows[0]?.follows) throw new Error('the server is not a replica');
    // Without row-level security, the replica would return rows that the primary hides.
    if (!this.pool.canSwitchRoles)
      throw new Error('the role in DATABASE_REPLICA_URLS cannot switch to the role for row-level security');
    this.isOpen = true;
  }
}
