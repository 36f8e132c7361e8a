import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import type { Connection } from '../connection.js';
import type { ConnectionPool } from '../connection-pool.js';
import type { Role } from '../role.js';
import { currentReadSession, type ReadSession } from './read-session.js';
import type { ReplicaOutcome } from '../../observability/metrics.js';
import type { Replica } from './replica.js';

/**
 * Distributes reads over replicas. Reads of a session go to a replica that has reached the session's revision. All
 * other statements, and reads that fail on a replica, go to the primary. Therefore a read never misses an acknowledged
 * change, even if the replicas lag, and a failing replica only costs time.
 */
export class Replicas {
  private turn = 0;

  constructor(
    private readonly replicas: readonly Replica[],
    private readonly onRead: (outcome: ReplicaOutcome) => void = () => undefined,
  ) {}

  /** The primary's pool in a role. If the role is an account, reads go to a replica first. */
  withReplicas(primary: ConnectionPool, role: Role | null): PostgresPool {
    const pool = primary.inRole(role);
    if (role === null || role === 'service' || role === 'anonymous' || this.replicas.length === 0) return pool;
    const connect = () => {
      const now = currentReadSession();
      if (!now || now.server === null) return primary.acquire(role);
      const toPrimary = () => {
        now.server = null;
        return primary.acquire(role);
      };
      if (!this.replicas.some(({ isAvailable: answers }) => answers)) return toPrimary();
      const read = (text: string, values?: unknown[]) => this.read(role, now, text, values);
      return Promise.resolve(new ReplicaConnection(read, toPrimary));
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
      // The error is not needed: if the statement itself is wrong, the primary reports the same error.
      this.onRead('failed');
      return null;
    }
  }

  /** The next replica, round-robin among the replicas with the fewest waiting reads. */
  private next(): Replica | undefined {
    const answering = this.replicas.filter(({ isAvailable: answers, isBusy }) => answers && !isBusy);
    const shortest = Math.min(...answering.map(({ waiting }) => waiting));
    const free = answering.filter(({ waiting }) => waiting === shortest);
    this.turn = (this.turn + 1) % Math.max(1, free.length);
    return free[this.turn];
  }
}

const PRIMARY_STATEMENT = /^\s*(begin|start|set)\b/i;

/**
 * A connection for single statements. Each statement goes to a replica or to the primary. After the first statement on
 * the primary, all statements use the same connection of the primary until the release. Transactions use the primary.
 */
class ReplicaConnection {
  private primary?: Promise<Connection>;

  constructor(
    private readonly read: (text: string, values?: unknown[]) => Promise<pg.QueryResult | null>,
    private readonly connect: () => Promise<Connection>,
  ) {}

  async query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    if (typeof text !== 'string') throw new Error('Cursors require a connection of the primary.');
    const result = this.primary || PRIMARY_STATEMENT.test(text) ? null : await this.read(text, values);
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
