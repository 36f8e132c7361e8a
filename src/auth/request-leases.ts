import { unauthenticated } from '../core/errors.js';
import { isAccountGone } from '../db/open-account.js';
import type { Orm } from '../db/orm.js';
import { deleteExpired, takeFromWindow } from './rate-window.js';

/** Length of a rate-limit window. */
export const WINDOW_SECONDS = 60;

/** The state of a caller's limit after a request. */
export interface RateLimitStatus {
  allowed: boolean;
  /** Number of requests left in this window, as far as this process knows. */
  remaining: number;
  /** Seconds until the window ends. */
  wait: number;
}

interface Lease {
  /** Number of requests that this process can still allow. */
  remaining: number;
  /** Number of requests of the window that no process had leased yet when this process acquired the lease. */
  unleased: number;
  /**
   * End of the window by the clock of this process. This time is never later than the end by the clock of the database.
   */
  endsAt: number;
}

/**
 * Limits requests per minute across all processes, without a statement per request. The database counts the leased
 * requests of a caller's window. A process leases a twentieth of the limit at a time, and counts the used requests of
 * the lease in memory. A window starts with the first request after the end of the previous window.
 *
 * All processes together never exceed the limit. A process cannot use the leases of other processes. With N processes,
 * N - 1 of them can each leave almost a twentieth of the limit unused. The limit is exact with one process. A limit
 * below 40 is also exact, because each lease is then for one request. Once a process knows that the whole limit is
 * leased, the requests that it rejects cause no statement.
 */
export class RequestLeases {
  private readonly leases = new Map<string, Lease>();
  private readonly pendingLeases = new Map<string, Promise<void>>();
  private sweptAt: number;

  /** @param clock a monotonic clock, in milliseconds */
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

  /** Acquires one lease for all concurrent requests of a caller. */
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
    // The time is read before the database reads its clock, so that a lease never outlives its window.
    const startedAt = this.clock();
    const key = { account_id: accountId, caller };
    const window = { seconds: WINDOW_SECONDS, amount: slice, limit: this.limit };
    const lease = await takeFromWindow(this.orm.database.kysely, 'request_window', key, window).catch(
      (error: unknown) => {
        throw isAccountGone(error) ? unauthenticated() : error;
      },
    );
    const free = Math.max(0, this.limit - lease.used);
    this.leases.set(caller, { remaining: lease.granted, unleased: free, endsAt: startedAt + lease.wait * 1000 });
  }

  /** Deletes ended windows, at most 1,000 rows and at most once a minute. */
  private async sweep(): Promise<void> {
    const now = this.clock();
    if (now - this.sweptAt < WINDOW_SECONDS * 1000) return;
    this.sweptAt = now;
    for (const [caller, { endsAt: ends }] of this.leases) if (ends <= now) this.leases.delete(caller);
    await deleteExpired(this.orm.database.kysely, 'request_window', ['account_id', 'caller'], 'ends_at', 1000);
  }
}
