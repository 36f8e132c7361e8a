import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { Connection } from '../connection.js';
import type { ConnectionPool } from '../connection-pool.js';
import type { Role } from '../role.js';
import { withLimit } from '../statement-timeout.js';
import { isCancelled } from '../database-errors.js';

/** Seconds that a replica may take for a statement; the primary is asked then. */
const PATIENCE = 5;
/** Milliseconds between looks whether one that did not answer does again. */
const PAUSE = 1_000;
/** Milliseconds for which an account is not asked about again after the replica was behind, or took too long. */
const BEHIND = 50;
const SLOW = 5_000;
/** Milliseconds after an answer in which to wait in vain for a connection means that there is much to do. */
const LATELY = 2_000;
const MOST = 500;

/** How far it has come; none of one that was promoted, which may know of another past. */
const CLOCK = '/* prepared */ select revision from clock_of($1) where pg_is_in_recovery()';

/** A server that follows the primary, as far as it has come and for as long as it answers. */
export class Replica {
  private isOpen = false;
  private well = false;
  private looking?: Promise<void>;
  private answered = -Infinity;
  private ended = false;
  /** By connection, since behind one address may stand several servers; each only goes forward. */
  private readonly clocks = new WeakMap<Connection, LRUCache<string, number>>();
  private readonly behind = new LRUCache<string, number>({ max: MOST });

  /** @param log says of what is wrong with it, once, and when it is well again */
  constructor(
    readonly name: string,
    private readonly pool: ConnectionPool,
    private readonly log: (what: string, error?: unknown) => void,
  ) {}

  /** Whether it may be asked; looked for from the first time on that somebody wants to know. */
  get answers(): boolean {
    this.looking ??= this.find(true);
    return this.well;
  }

  /** So many wait for a connection to it. */
  get waiting(): number {
    return this.pool.waiting;
  }

  /** Whether so many wait that the primary had better be asked. */
  get isBusy(): boolean {
    return this.waiting >= this.pool.max;
  }

  /** @returns null where it is behind the revision @throws what it failed with */
  async read(
    account: Role,
    revision: number,
    text: string,
    values: unknown[] | undefined,
  ): Promise<pg.QueryResult | null> {
    if ((this.behind.get(account) ?? 0) > performance.now()) return null;
    if (!this.isOpen || !this.pool.canSwitchRoles) return null;
    try {
      const result = await withLimit(PATIENCE, () =>
        this.pool.run(account, async (connection) => {
          if (!(await this.hasCome(connection, account, revision))) return null;
          return connection.query(text, values);
        }),
      );
      this.answered = performance.now();
      return result;
    } catch (error) {
      if (isCancelled(error)) this.behind.set(account, performance.now() + SLOW);
      else if (this.isGone(error)) this.rest(error);
      throw error;
    }
  }

  async end(): Promise<void> {
    this.ended = true;
    this.well = false;
    await this.pool.end();
  }

  private async hasCome(connection: Connection, account: Role, revision: number): Promise<boolean> {
    let clocks = this.clocks.get(connection);
    if (!clocks) this.clocks.set(connection, (clocks = new LRUCache({ max: MOST })));
    if ((clocks.get(account) ?? -1) >= revision) return true;
    const { rows } = await connection.query<{ revision: number }>(CLOCK, [account]);
    const come = Number(rows[0]?.revision ?? -1);
    clocks.set(account, come);
    if (come < revision) this.behind.set(account, performance.now() + BEHIND);
    return come >= revision;
  }

  /** It lives where it says itself what is wrong, unless it says that it stops. */
  private isGone(error: unknown): boolean {
    if (error instanceof pg.DatabaseError) return error.code?.startsWith('57P') ?? false;
    const wantsConnection = error instanceof Error && /timeout exceeded when trying to connect/.test(error.message);
    return !wantsConnection || performance.now() - this.answered > LATELY;
  }

  private rest(error: unknown): void {
    if (!this.well) return;
    this.well = false;
    this.log(`replica ${this.name} does not answer; the primary does instead`, error);
    this.looking = this.find(false);
  }

  /** Looks until it answers, so that no request has to try. */
  private async find(first: boolean): Promise<void> {
    for (let told = !first; !this.ended;) {
      try {
        await withLimit(PATIENCE, () => this.look());
        if (this.ended) return;
        this.well = true;
        if (told) this.log(`replica ${this.name} answers again`);
        return;
      } catch (error) {
        if (!told && !this.ended) this.log(`replica ${this.name} cannot be asked; the primary is`, error);
        told = true;
      }
      await setTimeout(PAUSE, undefined, { ref: false });
    }
  }

  private async look(): Promise<void> {
    this.isOpen = false;
    await this.pool.open();
    const { rows } = await this.pool.query<{ follows: boolean }>('select pg_is_in_recovery() as follows');
    if (!rows[0]?.follows) throw new Error('it does not follow another server');
    // Without row-level security it would show more than the primary does.
    if (!this.pool.canSwitchRoles) throw new Error('its role is not that of DATABASE_URL');
    this.isOpen = true;
  }
}
