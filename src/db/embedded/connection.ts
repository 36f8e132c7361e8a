import { setImmediate } from 'node:timers/promises';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import { ConcurrencyQueue } from '../../core/concurrency-queue.js';
import { onlyRow } from '../only-row.js';
import { switchRole, TRY_RESTRICTED_ROLE, type Role } from '../role.js';

/** The part of PGlite that the service uses. */
export type Embedded = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close' | 'closed' | 'ready' | 'waitReady'>;

/** After this time, the event loop gets a turn to handle requests and timers. */
const MAX_BLOCKING_MS = 10;

/**
 * The one connection of the embedded database. Statements and transactions run one at a time, and roles take turns: an
 * account with many statements delays another account by one statement at most.
 */
export class EmbeddedConnection {
  private readonly queue = new ConcurrencyQueue({ total: 1 });
  private role?: Role;
  private lastYield = 0;

  private constructor(
    private readonly pglite: PGlite,
    private readonly ownRole: string,
    private readonly checkLock: () => void,
  ) {}

  /** @param checkLock ends the process if another process has locked the database's files */
  static async open(pglite: PGlite, checkLock: () => void): Promise<EmbeddedConnection> {
    const { rows } = await pglite.query<{ role: string }>(`select current_setting('role') as role`);
    await pglite.query(TRY_RESTRICTED_ROLE);
    return new EmbeddedConnection(pglite, onlyRow(rows).role, checkLock);
  }

  /**
   * The connection in a role.
   * @param role null: the role does not matter
   */
  inRole(role: Role | null): Embedded {
    const { pglite } = this;
    return {
      query: (...args) => this.run(role, () => pglite.query(...args)),
      exec: (...args) =>
        this.run(role, async () => {
          try {
            return await pglite.exec(...args);
          } catch (error) {
            // The job queue sends whole transactions as one text. A failed transaction must not stay open for the next
            // statement.
            await pglite.exec('rollback');
            throw error;
          }
        }),
      transaction: <T>(work: (transaction: Transaction) => Promise<T>) =>
        this.run(role, () => pglite.transaction(work)),
      close: () => pglite.close(),
      waitReady: pglite.waitReady,
      get closed() {
        return pglite.closed;
      },
      get ready() {
        return pglite.ready;
      },
    };
  }

  private run<Result>(role: Role | null, work: () => Promise<Result>): Promise<Result> {
    return this.queue.run(role ?? '', async () => {
      // PGlite works in this thread. Without a pause, a sequence of statements would block requests.
      if (performance.now() - this.lastYield > MAX_BLOCKING_MS) {
        await setImmediate();
        this.lastYield = performance.now();
      }
      this.checkLock();
      if (role !== null) await this.setRole(role);
      const result = await work();
      this.checkLock();
      return result;
    });
  }

  private async setRole(role: Role): Promise<void> {
    if (this.role === role) return;
    this.role = undefined;
    const { text, values } = switchRole(role, this.ownRole);
    await this.pglite.query(text, values);
    this.role = role;
  }
}
