import { unauthenticated } from '../core/errors.js';
import type { Orm } from '../db/orm.js';
import { deleteExpired, takeFromWindow } from './rate-window.js';

/** Length of a rate-limit window. */
export const WINDOW_SECONDS = 60;

/** SQLSTATE when the account does not exist. */
const FOREIGN_KEY_VIOLATION = '23503';

/** The state of a caller's limit after a request. */
export interface RateLimitStatus {
  allowed: boolean;
  /** Requests left in this window, by the knowledge of this process. */
  remaining: number;
  /** Seconds until the window ends. */
  wait: number;
}

interface Lease {
  /** Requests that this process can still allow. */
  remaining: number;
  /** Requests of the window that no process had leased at the time of this lease. */
  unleased: number;
  /** End of the window by the clock of this process, which is never later than the end by the clock of the database. */
  endsAt: number;
}

/**
 * Limits requests per minute across all processes without a statement per request: the database counts how much of a
 * caller's window is leased, and a process leases a twentieth at a time and counts it down in memory. A window starts
 * with the first request after the previous window ended.
 *
 * All processes together never exceed the limit. Requests that a process leased but did not use are lost to the others:
 * of N processes, up to N - 1 can each hold almost a twentieth. The limit is exact with one process, or below 40 (where
 * each lease is for one request). Rejections cause no statement.
 */
export class RequestLeases {
  private readonly leases = new Map<string, Lease>();
  private readonly pendingLeases = new Map<string, Promise<void>>();
  private sweptAt: number;

  /** @param clock monotonic milliseconds */
  constructor(
    private readonly orm: Orm,
    private readonly limit: number,
    private readonly clock = () => performance.now(),
  ) {
    this.sweptAt = clock();
  }

  /**
   * Counts a request.
   * @param caller the key or session of the request
   * @throws {ServiceError} `unauthenticated` if the account no longer exists
   */
  async take(accountId: string, caller: string): Promise<RateLimitStatus> {
    for (;;) {
      const lease = this.leases.get(caller);
      const wait = lease ? (lease.endsAt - this.clock()) / 1000 : 0;
      if (lease && wait > 0 && lease.remaining + lease.unleased > 0) {
        if (lease.remaining > 0) {
          lease.remaining -= 1;
          return { allowed: true, remaining: lease.remaining + lease.unleased, wait };
        }
      } else if (lease && wait > 0) {
        return { allowed: false, remaining: 0, wait };
      }
      await this.leaseOnce(accountId, caller);
    }
  }

  /** Concurrent requests of a caller share one lease. */
  private leaseOnce(accountId: string, caller: string): Promise<void> {
    let pending = this.pendingLeases.get(caller);
    if (!pending) {
      pending = this.acquireLease(accountId, caller).finally(() => this.pendingLeases.delete(caller));
      this.pendingLeases.set(caller, pending);
    }
    return pending;
  }

  private async acquireLease(accountId: string, caller: string): Promise<void> {
    await this.sweep();
    const slice = Math.max(1, Math.floor(this.limit / 20));
    // Read before the database reads its clock, so that a lease never outlives its window.
    const askedAt = this.clock();
    const key = { account_id: accountId, caller };
    const window = { seconds: WINDOW_SECONDS, amount: slice, limit: this.limit };
    const taken = await takeFromWindow(this.orm.database.kysely, 'request_window', key, window).catch(
      (error: unknown) => {
        throw (error as { code?: string }).code === FOREIGN_KEY_VIOLATION ? unauthenticated() : error;
      },
    );
    const free = Math.max(0, this.limit - taken.used);
    this.leases.set(caller, { remaining: taken.granted, unleased: free, endsAt: askedAt + taken.wait * 1000 });
  }

  /** Deletes ended windows, in small batches and at most once a minute. */
  private async sweep(): Promise<void> {
    const now = this.clock();
    if (now - this.sweptAt < WINDOW_SECONDS * 1000) return;
    this.sweptAt = now;
    for (const [caller, { endsAt: ends }] of this.leases) if (ends <= now) this.leases.delete(caller);
    await deleteExpired(this.orm.database.kysely, 'request_window', ['account_id', 'caller'], 'ends_at', 1000);
  }
}
