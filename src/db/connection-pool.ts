import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { onlyRow } from './only-row.js';
import type { ConcurrencyQueue } from '../core/concurrency-queue.js';
import { statementTimeout } from './statement-timeout.js';
import { Connection } from './connection.js';
import type { NameOf } from './prepared-statements.js';
import { TRY_RESTRICTED_ROLE, type Role } from './role.js';
import { sessionSettings } from './session-settings.js';

interface PoolOptions {
  /** The server, or the stream to the embedded database. */
  target: Pick<pg.PoolConfig, 'connectionString' | 'stream' | 'user' | 'idleTimeoutMillis'>;
  max: number;
  /** Maximum wait for a free or new connection; 0 means no limit. */
  waitSeconds: number;
  /** Parsers of values, by type OID. */
  parsers: Record<string, (text: string) => unknown>;
  /** Whether the database can cancel statements after a timeout. */
  canCancel: boolean;
  /** Chooses the statements that each connection prepares. */
  nameOf: NameOf;
  /** If set, roles take turns. Otherwise, connections are acquired in the order of the calls. */
  turns?: ConcurrencyQueue;
  onError?: (error: Error) => void;
}

/** SQLSTATEs of the errors if a connection may not switch to the restricted role, or if this role does not exist. */
const ROLE_ERRORS = ['42501', '22023', '42704'];

/** The connections to a PostgreSQL server, or the one connection to the embedded database. */
export class ConnectionPool {
  private readonly connections = new WeakMap<pg.ClientBase, Connection>();
  /** The PostgreSQL role of the service. `open` sets it. */
  private ownRole = '';
  /** Whether connections can switch to another role. `open` sets it. */
  private hasRoles = false;
  private readonly pool: pg.Pool;
  private readonly canCancel: boolean;
  private readonly nameOf: NameOf;
  private readonly turns?: ConcurrencyQueue;

  constructor({ target, max, waitSeconds, parsers, canCancel, nameOf, turns, onError }: PoolOptions) {
    this.canCancel = canCancel;
    this.nameOf = nameOf;
    this.turns = turns;
    const types = new pg.TypeOverrides();
    for (const [oid, parse] of Object.entries(parsers)) types.setTypeParser(Number(oid), parse);
    this.pool = new pg.Pool({
      ...target,
      max,
      connectionTimeoutMillis: waitSeconds * 1000,
      // Without keep-alive, a connection to a machine that has failed would wait forever.
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      onConnect: sessionSettings(waitSeconds),
      types,
    });
    // An error event without a listener ends the process.
    this.pool.on('error', (error) => onError?.(error));
    this.pool.on('connect', (client) => client.on('error', (error) => onError?.(error)));
  }

  /**
   * Determines the role of the service, and whether connections can switch roles. Must be awaited before the first
   * `acquire`.
   */
  async open(): Promise<this> {
    await this.run('service', async (connection) => {
      const { rows } = await connection.query<{ role: string }>(`select current_setting('role') as role`);
      this.ownRole = onlyRow(rows).role;
      this.hasRoles = await connection.query(TRY_RESTRICTED_ROLE).then(
        () => true,
        (error: unknown) => {
          if (error instanceof pg.DatabaseError && ROLE_ERRORS.includes(error.code ?? '')) return false;
          throw error;
        },
      );
    });
    return this;
  }

  /** Whether connections can be restricted to an account by row-level security. */
  get canSwitchRoles(): boolean {
    return this.hasRoles;
  }

  get max(): number {
    return this.pool.options.max;
  }
  get busy(): number {
    return this.pool.totalCount - this.pool.idleCount;
  }
  get idle(): number {
    return this.pool.idleCount;
  }
  /** Number of requests that are waiting for a connection. */
  get waiting(): number {
    return this.pool.waitingCount;
  }

  /**
   * Acquires a connection in a role. The caller must call its `release`.
   * @param role null: the role does not matter
   * @param timeoutMs timeout of each statement; 0 means no limit. The default is the timeout that `limitStatements` has
   * set.
   */
  async acquire(role: Role | null, timeoutMs = statementTimeout()): Promise<Connection> {
    const endTurn = await this.turns?.acquire(role ?? '');
    let client: pg.PoolClient;
    try {
      client = await this.pool.connect();
    } catch (error) {
      endTurn?.();
      throw error;
    }
    let connection = this.connections.get(client);
    if (!connection) this.connections.set(client, (connection = new Connection(client, this.nameOf)));
    return connection.acquire(this.hasRoles ? role : null, this.canCancel ? timeoutMs : 0, this.ownRole, endTurn);
  }

  /** Runs `work` on a separate connection. */
  async run<Result>(role: Role | null, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await this.acquire(role);
    try {
      const result = await work(connection);
      connection.release();
      return result;
    } catch (error) {
      await this.releaseAfter(error, connection);
      throw error;
    }
  }

  /** Rolls back the open transaction after an error of the database, so that the connection can be reused. */
  private async releaseAfter(error: unknown, connection: Connection): Promise<void> {
    if (!(error instanceof pg.DatabaseError)) return connection.release(error as Error);
    await connection.query('rollback').then(
      () => connection.release(),
      (failure: unknown) => connection.release(failure as Error),
    );
  }

  /** Runs one statement in the role of the service. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    return this.run('service', (connection) => connection.query<Row>(text, values));
  }

  /** The pool in the form that Kysely's dialect needs. All connections that Kysely acquires have the given role. */
  inRole(role: Role | null): PostgresPool {
    const connect = () => this.acquire(role);
    return { connect: connect, end: () => this.end(), options: {} };
  }

  async end(): Promise<void> {
    if (!this.pool.ended) await this.pool.end();
  }
}
