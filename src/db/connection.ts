import type { Socket } from 'node:net';
import pg from 'pg';
import type { NameOf } from './prepared-statements.js';
import { switchRole, type Role } from './role.js';

/** SQLSTATE of the error if a table of a prepared statement has been altered since the statement was prepared. */
const CACHED_PLAN_MUST_NOT_CHANGE = '0A000';
/** After the timeout of a statement, the server must report within this time that it has cancelled the statement. */
const CANCEL_GRACE_MS = 2000;
/** A transaction may be idle for this multiple of its statement timeout. */
const IDLE_TIMEOUTS = 2;

/** Members that are missing in `@types/pg`. */
type Client = pg.PoolClient & { connection: { stream: Socket }; readyForQuery: boolean };

/** A connection of a `ConnectionPool`. The connection sets its role and its statement timeout only if these change. */
export class Connection {
  private readonly client: Client;
  private role: Role = 'service';
  private timeoutMs = 0;
  private isAcquired = false;
  private onRelease?: () => void;
  /** Whether another version of the service has migrated the database since statements were prepared. */
  private isOutdated = false;

  constructor(
    client: pg.ClientBase,
    private readonly nameOf: NameOf,
  ) {
    this.client = client as Client;
    this.stream.on('timeout', () => {
      if (!this.client.readyForQuery) this.stream.destroy(timeoutError());
    });
    // If `begin`, `commit` or `rollback` fails, Kysely does not release the connection. This listener releases lost
    // connections, so that the pool can replace them.
    this.client.once('end', () => this.release(true));
  }

  private get stream(): Socket {
    return this.client.connection.stream;
  }

  /**
   * Sets the role and the timeout that the next user of the connection needs.
   * @param role null: the role does not matter
   * @param timeoutMs timeout of each statement; 0 means no limit
   * @param onRelease called once when the connection is released
   */
  async acquire(role: Role | null, timeoutMs: number, ownRole: string, onRelease?: () => void): Promise<this> {
    this.isAcquired = true;
    this.onRelease = onRelease;
    try {
      if (this.stream.destroyed) throw new Error('Connection terminated');
      if (this.timeoutMs !== timeoutMs) await this.setTimeout(timeoutMs);
      if (role !== null && this.role !== role) await this.setRole(role, ownRole);
      return this;
    } catch (error) {
      this.release(error as Error);
      throw error;
    }
  }

  /** @param reason if set, the connection is closed instead of returned to the pool */
  release(reason?: Error | true): void {
    if (!this.isAcquired) return;
    this.isAcquired = false;
    this.client.release(reason);
    this.onRelease?.();
  }

  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<Row>>;
  /** Runs a COPY. */
  query<Stream extends pg.Submittable>(stream: Stream): Stream;
  query(statement: string | pg.Submittable, values?: readonly unknown[]): unknown {
    if (typeof statement !== 'string') return this.client.query(statement);
    const name = values && !this.isOutdated ? this.nameOf(statement) : undefined;
    return name === undefined
      ? this.client.query(statement, values as unknown[])
      : this.prepared(name, statement, values);
  }

  private async prepared(name: string, text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    try {
      return await this.client.query({ name, text, values: values as unknown[] });
    } catch (error) {
      if ((error as { code?: string }).code !== CACHED_PLAN_MUST_NOT_CHANGE) throw error;
      this.isOutdated = true;
      if (this.client.getTransactionStatus() !== 'I') throw error;
      return this.client.query(text, values as unknown[]);
    }
  }

  private async setRole(role: Role, ownRole: string): Promise<void> {
    if (this.client.getTransactionStatus() !== 'I') throw new Error('A connection was released within a transaction.');
    await this.client.query({ name: 'queenbook_role', ...switchRole(role, ownRole) });
    this.role = role;
  }

  /**
   * The server cancels a statement that exceeds the timeout. The timeout of the socket is for a server that hangs or
   * cannot be reached, because such a server does not cancel statements.
   */
  private async setTimeout(timeoutMs: number): Promise<void> {
    this.stream.setTimeout(timeoutMs && timeoutMs + CANCEL_GRACE_MS);
    // Without this limit, a request that hangs within a transaction would keep its locks and its connection.
    const idleMs = IDLE_TIMEOUTS * timeoutMs;
    await this.client.query(
      `set statement_timeout = ${timeoutMs}; set idle_in_transaction_session_timeout = ${idleMs}`,
    );
    this.timeoutMs = timeoutMs;
  }
}

const timeoutError = () => Object.assign(new Error('The database did not respond.'), { code: 'ETIMEDOUT' });
