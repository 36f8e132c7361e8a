import { join } from 'node:path';
import { createPostgreSqlTypeParsers } from '@mikro-orm/sql';
import { Kysely, PGliteDialect, PostgresDialect, type Dialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import array from 'postgres-array';
import type { Config } from '../core/config.js';
import { lockDataDir } from './embedded/data-dir/lock.js';
import { ConnectionPool } from './connection-pool.js';
import { EmbeddedConnection, type Embedded } from './embedded/connection.js';
import { onlyRow } from './only-row.js';
import type { Role } from './role.js';
import { commonParsers } from './embedded/common-parsers.js';
import { copyClusterTemplate } from './embedded/cluster-template.js';
import type { ReplicaOutcome } from '../observability/metrics.js';
import { Replica } from './replicas/replica.js';
import { Replicas } from './replicas/replicas.js';
import { finishRestore } from './embedded/unfinished-restore.js';

interface CommonDatabase {
  name: string;
  /** For the work of the service itself. Its statements see the rows of all accounts. */
  kysely: Kysely<unknown>;
  /** Row-level security restricts its statements to the rows of the role, even if a statement selects other rows. */
  inRole(role: Role): Kysely<unknown>;
  /**
   * For statements that run before the caller is known. Connections can have any role, so these statements call
   * functions that require a secret (migration 17).
   */
  unscoped: Kysely<unknown>;
  /** Whether row-level security can restrict connections. Otherwise, `inRole` sees the rows of all accounts. */
  canSwitchRoles: boolean;
  /** Closes the database. `orm.close()` leaves it open. */
  release(): Promise<void>;
}

export interface EmbeddedDatabase extends CommonDatabase {
  /** The connection in the role of the service. */
  pglite: Embedded;
  pool?: undefined;
}

export interface ServerDatabase extends CommonDatabase {
  pool: ConnectionPool;
  pglite?: undefined;
}

/** A PostgreSQL server or the embedded engine. */
export type Database = EmbeddedDatabase | ServerDatabase;

export interface DatabaseHooks {
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

/** A quarter of PGlite's default. This saves 100 MB and a tenth of the start time, and does not slow down imports. */
const SHARED_BUFFERS = '32MB';

async function openEmbedded(config: Config, hooks: DatabaseHooks): Promise<EmbeddedDatabase> {
  const lock = await lockDataDir(config.DATA_DIR);
  try {
    // PGlite is loaded on demand, so that a service on PostgreSQL uses less memory.
    const { PGlite, types } = await import('@electric-sql/pglite');
    const dataDir = join(config.DATA_DIR, 'database');
    finishRestore(config.DATA_DIR);
    copyClusterTemplate(dataDir);
    const pglite = await PGlite.create({
      dataDir,
      parsers: parsers(),
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
    });
    pglite.parsers = commonParsers(pglite.parsers, types.parsers, parsers());
    const connection = await EmbeddedConnection.open(pglite, () => lock.check());
    return {
      name: 'postgres',
      ...kyselyByRole((role) => new PGliteDialect({ pglite: connection.inRole(role) }), hooks),
      canSwitchRoles: true,
      pglite: connection.inRole('service'),
      async release() {
        if (!pglite.closed) await pglite.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function createPool(config: Config, url: string, waitSeconds: number, { onError }: DatabaseHooks): ConnectionPool {
  return new ConnectionPool({ url, max: config.DATABASE_POOL, waitSeconds, parsers: parsers(), onError });
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

async function openServer(config: Config, url: string, hooks: DatabaseHooks): Promise<ServerDatabase> {
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
    ...kyselyByRole((role) => new PostgresDialect({ pool: replicas.withReplicas(pool, role) }), hooks),
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

function kyselyByRole(dialect: (role: Role | null) => Dialect, hooks: DatabaseHooks) {
  const cached = new LRUCache<string, Kysely<unknown>>({ max: MAX_CACHED_ROLES });
  return {
    kysely: toKysely(dialect('service'), hooks),
    unscoped: toKysely(dialect(null), hooks),
    inRole(role: Role) {
      let kysely = cached.get(role);
      if (!kysely) cached.set(role, (kysely = toKysely(dialect(role), hooks)));
      return kysely;
    },
  };
}

function toKysely(dialect: Dialect, hooks: DatabaseHooks): Kysely<unknown> {
  const { onStatement } = hooks;
  return new Kysely({
    dialect,
    ...(onStatement && {
      log: (event) =>
        onStatement(event.query.sql, event.queryDurationMillis, event.level === 'error' ? event.error : undefined),
    }),
  });
}
