import { join } from 'node:path';
import { createPostgreSqlTypeParsers } from '@mikro-orm/sql';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { LRUCache } from 'lru-cache';
import array from 'postgres-array';
import { ConcurrencyQueue } from '../core/concurrency-queue.js';
import type { Config } from '../core/config.js';
import { lockDataDir } from './embedded/data-dir/lock.js';
import { ConnectionPool } from './connection-pool.js';
import { EmbeddedStream } from './embedded/stream.js';
import { onlyRow } from './only-row.js';
import { nameMarked, nameRepeated } from './prepared-statements.js';
import type { Role } from './role.js';
import { copyClusterTemplate } from './embedded/cluster-template.js';
import type { ReplicaOutcome } from '../observability/metrics.js';
import { Replica } from './replicas/replica.js';
import { Replicas } from './replicas/replicas.js';
import { finishRestore } from './embedded/unfinished-restore.js';

/** A PostgreSQL server or the embedded database. */
export interface Database {
  name: string;
  pool: ConnectionPool;
  /** Only set for the embedded database. */
  pglite?: PGliteCopy;
  /** For the work of the service itself. The statements see the rows of all accounts. */
  kysely: Kysely<unknown>;
  /**
   * For the work of a role. The statements see only the rows of this role (see `Role`), because row-level security
   * hides all other rows.
   */
  inRole(role: Role): Kysely<unknown>;
  /**
   * For statements that run before the caller is known. The connection can have any role. Therefore these statements
   * read rows only through functions that run with the rights of the table owner and find rows by a secret (migration
   * 17).
   */
  unscoped: Kysely<unknown>;
  /**
   * Whether row-level security can restrict connections. If not, statements of `inRole` see the rows of all accounts.
   */
  canSwitchRoles: boolean;
  /** Closes the database. The `close` of MikroORM leaves it open. */
  release(): Promise<void>;
}

/**
 * Direct access to PGlite, for COPY from and to `/dev/blob`. The caller must hold the connection of the pool. All other
 * statements use the pool.
 */
export type PGliteCopy = Pick<PGlite, 'query'>;

export interface DatabaseHooks {
  /** Name of the connections to a server. Default: `queenbook` */
  applicationName?: string;
  /** Called after each statement, with its SQL, its duration in milliseconds, and its error if it failed. */
  onStatement?: (sql: string, milliseconds: number, error?: unknown) => void;
  onError?: (error: Error) => void;
  /** Called with the outcome of each statement that a replica can run. */
  onReplica?: (outcome: ReplicaOutcome) => void;
  /** Called when a replica becomes unusable, or usable again. */
  onReplicaState?: (what: string, error?: unknown) => void;
}

const parsers = () => createPostgreSqlTypeParsers((text) => array.parse(text));

/**
 * Opens the configured database.
 * @throws if the data folder is locked or the server is unreachable
 */
export async function openDatabase(config: Config, hooks: DatabaseHooks = {}): Promise<Database> {
  return config.DATABASE_URL === undefined
    ? openEmbedded(config, hooks)
    : openServer(config, config.DATABASE_URL, hooks);
}

/**
 * A quarter of PGlite's default. The smaller value saves 100 MB and a tenth of the start time, and does not slow down
 * imports.
 */
const SHARED_BUFFERS = '32MB';

async function openEmbedded(config: Config, hooks: DatabaseHooks): Promise<Database> {
  const lock = await lockDataDir(config.DATA_DIR);
  try {
    // PGlite is loaded on demand, so that a service on PostgreSQL uses less memory.
    const { PGlite } = await import('@electric-sql/pglite');
    const dataDir = join(config.DATA_DIR, 'database');
    finishRestore(config.DATA_DIR);
    copyClusterTemplate(dataDir);
    const pglite = await PGlite.create({
      dataDir,
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    });
    const pool = new ConnectionPool({
      target: { stream: () => new EmbeddedStream(pglite, () => lock.check()), user: 'postgres', idleTimeoutMillis: 0 },
      max: 1,
      waitSeconds: 0,
      parsers: parsers(),
      canCancel: false,
      nameOf: nameRepeated(),
      // An account with many statements delays another account by one statement at most.
      turns: new ConcurrencyQueue({ total: 1 }),
      onError: hooks.onError,
    });
    await pool.open();
    return {
      name: 'postgres',
      ...kyselyByRole((role) => pool.inRole(role), hooks),
      canSwitchRoles: pool.canSwitchRoles,
      pool,
      pglite,
      async release() {
        await pool.end();
        if (!pglite.closed) await pglite.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function createPool(config: Config, url: string, waitSeconds: number, hooks: DatabaseHooks): ConnectionPool {
  const { applicationName = 'queenbook', onError } = hooks;
  // A restore finds the connections of a running service by this name. The last name in an address applies, so this
  // name replaces a name that the user has set. The text is not parsed as a URL, because pg accepts other addresses,
  // too, such as `postgres://user@/database?host=/run/postgresql`.
  const connectionString = `${url}${url.includes('?') ? '&' : '?'}application_name=${applicationName}`;
  return new ConnectionPool({
    target: { connectionString },
    max: config.DATABASE_POOL,
    waitSeconds,
    parsers: parsers(),
    canCancel: true,
    nameOf: nameMarked,
    onError,
  });
}

/** Seconds to wait for a connection to a replica. After that, the read goes to the primary. */
const REPLICA_WAIT_SECONDS = 1;

function openReplicas(config: Config, hooks: DatabaseHooks): Replicas {
  const replicas = config.DATABASE_REPLICA_URLS.map((url, index) => {
    const pool = createPool(config, url, REPLICA_WAIT_SECONDS, hooks);
    return new Replica(`${index + 1}`, pool, (what, error) => hooks.onReplicaState?.(what, error));
  });
  return new Replicas(replicas, hooks.onReplica);
}

async function openServer(config: Config, url: string, hooks: DatabaseHooks): Promise<Database> {
  const pool = createPool(config, url, config.DATABASE_WAIT, hooks);
  let name: string;
  try {
    await pool.open();
    const { rows } = await pool.query<{ name: string }>('select current_database() as name');
    name = onlyRow(rows).name;
  } catch (error) {
    await pool.end();
    throw error;
  }
  const replicas = openReplicas(config, hooks);
  return {
    name,
    ...kyselyByRole((role) => replicas.withReplicas(pool, role), hooks),
    canSwitchRoles: pool.canSwitchRoles,
    pool,
    async release() {
      await replicas.end();
      await pool.end();
    },
  };
}

/** Maximum number of cached Kysely instances. Creating an instance takes only a few microseconds. */
const MAX_CACHED_ROLES = 500;

function kyselyByRole(poolOf: (role: Role | null) => PostgresPool, hooks: DatabaseHooks) {
  const cached = new LRUCache<string, Kysely<unknown>>({ max: MAX_CACHED_ROLES });
  return {
    kysely: toKysely(poolOf('service'), hooks),
    unscoped: toKysely(poolOf(null), hooks),
    inRole(role: Role) {
      let kysely = cached.get(role);
      if (!kysely) cached.set(role, (kysely = toKysely(poolOf(role), hooks)));
      return kysely;
    },
  };
}

function toKysely(pool: PostgresPool, hooks: DatabaseHooks): Kysely<unknown> {
  const { onStatement } = hooks;
  return new Kysely({
    dialect: new PostgresDialect({ pool }),
    ...(onStatement && {
      log: (event) =>
        onStatement(event.query.sql, event.queryDurationMillis, event.level === 'error' ? event.error : undefined),
    }),
  });
}
