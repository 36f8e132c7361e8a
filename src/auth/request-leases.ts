import { unauthenticated } from '../core/errors.js';
import type { Orm } from '../db/orm.js';
import { deleteExpired, takeFromWindow } from './rate-window.js';

/** Length of a window in seconds. */
export const WINDOW = 60;

/** SQLSTATE of a row whose account does not exist. */
const FOREIGN_KEY_VIOLATION = '23503';

/** How a caller stands after a request. */
export interface Standing {
  allowed: boolean;
  /** How many more are allowed in this window, as far as this process knows. */
  remaining: number;
  /** Seconds until the window ends. */
  wait: number;
}

interface Lease {
  /** What this process may still let pass. */
  left: number;
  /** What nobody had leased when this was. */
  free: number;
  /** When the window ends, by this process's clock, or a little before. */
  ends: number;
}

/**
 * A limit on requests in a minute that all processes keep together, without a statement for each request: the
 * database counts how much of a caller's window is leased, and a process leases a twentieth at a time, which it spends
 * from memory. A caller's window starts with the first request after the last one's end.
 *
 * In all processes together never more than the limit pass in a window. What a process has leased and not spent when
 * the limit is reached passes nowhere else: of N processes up to N - 1 may hold almost a twentieth each. With one
 * process, or a limit below 40 (where a request is leased at a time), the limit is exact. Once it is reached, refusals
 * cost no statement.
 */
export class RequestLeases {
  private readonly leases = new Map<string, Lease>();
  private readonly asking = new Map<string, Promise<void>>();
  private swept: number;

  /** @param clock milliseconds that pass evenly */
  constructor(
    private readonly orm: Orm,
    private readonly limit: number,
    private readonly clock = () => performance.now(),
  ) {
    this.swept = clock();
  }

  /**
   * Counts a request.
   * @param caller the key or session it comes by
   * @throws {ServiceError} `unauthenticated` where the account is gone
   */
  async take(accountId: string, caller: string): Promise<Standing> {
    for (;;) {
      const lease = this.leases.get(caller);
      const wait = lease ? (lease.ends - this.clock()) / 1000 : 0;
      if (lease && wait > 0 && lease.left + lease.free > 0) {
        if (lease.left > 0) {
          lease.left -= 1;
          return { allowed: true, remaining: lease.left + lease.free, wait };
        }
      } else if (lease && wait > 0) {
        return { allowed: false, remaining: 0, wait };
      }
      await this.askOnce(accountId, caller);
    }
  }

  /** Of requests at once one asks, and the others wait for its answer. */
  private askOnce(accountId: string, caller: string): Promise<void> {
    let asked = this.asking.get(caller);
    if (!asked) {
      asked = this.ask(accountId, caller).finally(() => this.asking.delete(caller));
      this.asking.set(caller, asked);
    }
    return asked;
  }

  private async ask(accountId: string, caller: string): Promise<void> {
    await this.sweep();
    const slice = Math.max(1, Math.floor(this.limit / 20));
    // Taken before the database looks at its clock, so that a lease never outlives the window it is of.
    const asked = this.clock();
    const key = { account_id: accountId, caller };
    const window = { seconds: WINDOW, amount: slice, limit: this.limit };
    const taken = await takeFromWindow(this.orm.database.kysely, 'request_window', key, window).catch(
      (error: unknown) => {
        throw (error as { code?: string }).code === FOREIGN_KEY_VIOLATION ? unauthenticated() : error;
      },
    );
    const free = Math.max(0, this.limit - taken.used);
    this.leases.set(caller, { left: taken.granted, free, ends: asked + taken.wait * 1000 });
  }

  /** Forgets windows that have ended, a few rows at a time and at most once a minute. */
  private async sweep(): Promise<void> {
    const now = this.clock();
    if (now - this.swept < WINDOW * 1000) return;
    this.swept = now;
    for (const [caller, { ends }] of this.leases) if (ends <= now) this.leases.delete(caller);
    await deleteExpired(this.orm.database.kysely, 'request_window', ['account_id', 'caller'], 'ends_at', 1000);
  }
}
