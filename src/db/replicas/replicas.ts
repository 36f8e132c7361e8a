import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import type { Connection } from '../connection.js';
import type { ConnectionPool } from '../connection-pool.js';
import type { Role } from '../role.js';
import { currentReadSession, type ReadSession } from './read-session.js';
import type { ReplicaOutcome } from '../../observability/metrics.js';
import type { Replica } from './replica.js';

/**
 * Replicas before a primary. What is read as of a revision is asked of one that has come so far; all else, and whatever
 * a replica does not answer, is asked of the primary. So an answer is never older than what was acknowledged before it
 * was asked for, however far the replicas are behind, and a replica that fails costs time alone.
 */
export class Replicas {
  private turn = 0;

  constructor(
    private readonly replicas: readonly Replica[],
    private readonly onRead: (outcome: ReplicaOutcome) => void = () => undefined,
  ) {}

  /** The primary's connections in a role, with the replicas before them for the reads of an account. */
  before(primary: ConnectionPool, role: Role | null): PostgresPool {
    const pool = primary.inRole(role);
    if (role === null || role === 'service' || role === 'anonymous' || this.replicas.length === 0) return pool;
    const connect = () => {
      const now = currentReadSession();
      if (!now || now.server === null) return primary.acquire(role);
      const toPrimary = () => {
        now.server = null;
        return primary.acquire(role);
      };
      if (!this.replicas.some(({ answers }) => answers)) return toPrimary();
      const read = (text: string, values?: unknown[]) => this.read(role, now, text, values);
      return Promise.resolve(new ReadingLine(read, toPrimary));
    };
    return { ...pool, connect: connect as PostgresPool['connect'] };
  }

  async end(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.end()));
  }

  private async read(account: Role, now: ReadSession, text: string, values?: unknown[]) {
    if (now.server === undefined) now.server = this.next();
    const replica = now.server as Replica | null | undefined;
    if (!replica) return null;
    try {
      const result = await replica.read(account, now.revision, text, values);
      this.onRead(result ? 'answered' : 'behind');
      return result;
    } catch {
      // If it is the statement that is wrong, the primary says so.
      this.onRead('failed');
      return null;
    }
  }

  /** In turn, but not one for which others wait while another is free. */
  private next(): Replica | undefined {
    const answering = this.replicas.filter(({ answers, isBusy }) => answers && !isBusy);
    const least = Math.min(...answering.map(({ waiting }) => waiting));
    const free = answering.filter(({ waiting }) => waiting === least);
    this.turn = (this.turn + 1) % Math.max(1, free.length);
    return free[this.turn];
  }
}

const TRANSACTION = /^\s*(begin|start|set)\b/i;

/**
 * What is used of a connection, for single statements: each goes to a replica, or else to a connection of the primary,
 * which is taken then and kept to the end. A transaction is the primary's as a whole.
 */
class ReadingLine {
  private primary?: Promise<Connection>;

  constructor(
    private readonly read: (text: string, values?: unknown[]) => Promise<pg.QueryResult | null>,
    private readonly connect: () => Promise<Connection>,
  ) {}

  async query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    if (typeof text !== 'string') throw new Error('A cursor is opened on a connection of the primary alone.');
    const result = this.primary || TRANSACTION.test(text) ? null : await this.read(text, values);
    if (result) return result;
    this.primary ??= this.connect();
    return (await this.primary).query(text, values);
  }

  release(): void {
    void this.primary?.then(
      (client) => client.release(),
      () => undefined,
    );
  }
}
