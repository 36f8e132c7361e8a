import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { createPostgreSqlTypeParsers } from '@mikro-orm/sql';
import { Kysely, PGliteDialect, PostgresDialect, type Dialect } from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import Cursor from 'pg-cursor';
import array from 'postgres-array';
import type { Config } from './config.js';
import { DataDirLocked, lockDataDir } from './data-dir-lock.js';
import { onlyUsual } from './embedded-parsers.js';
import { giveBackLost } from './lost-connections.js';
import { placeCluster } from './new-cluster.js';
import { prepareMarked } from './prepared.js';
import { Replica, type Outcome } from './replicas/replica.js';
import { Replicas } from './replicas/replicas.js';
import { settling } from './session-settings.js';
import { limitByTaker } from './time-limit.js';
import { finishRestore } from './unfinished-restore.js';
import { EmbeddedSides, type Embedded } from './wall/embedded-sides.js';
import { ServerSides, type ServerPool } from './wall/server-sides.js';
import type { Side } from './wall/side.js';

/** The database as the rest sees it: one Kysely, whichever engine stands behind. */
export interface Database {
  name: string;
  /** For the service itself: it sees the rows of all. */
  kysely: Kysely<unknown>;
  /** For whoever asks: the database shows and takes rows of that account alone, whatever the statement says. */
  facing(side: Side): Kysely<unknown>;
  /** For what is asked before it is known who asks, by functions that want a secret (migration 17), and for no rows. */
  anySide: Kysely<unknown>;
  /** Whether connections can be turned to a side; else `facing` gives what sees the rows of all. */
  canTurn: boolean;
  /** The embedded engine, where it is one; on the side of the service. */
  pglite?: Embedded;
  /** The pool, where it is a server; on the side of the service. */
  pool?: ServerPool;
  /** Closes what `orm.close()` leaves open. */
  release(): Promise<void>;
}

export interface DatabaseHooks {
  /** Called after each statement, with its SQL, its time in milliseconds, and what it failed with. */
  onStatement?: (sql: string, milliseconds: number, error?: unknown) => void;
  onError?: (error: Error) => void;
  /** Called with what became of each statement that a replica might have answered. */
  onReplica?: (outcome: Outcome) => void;
  /** Called where a replica is not asked, or is asked again. */
  onReplicaState?: (what: string, error?: unknown) => void;
}

const parsers = () => createPostgreSqlTypeParsers((text) => array.parse(text));

/** Opens the configured database. @throws where the data folder is locked or the server cannot be reached. */
export async function openDatabase(config: Config, hooks: DatabaseHooks = {}): Promise<Database> {
  return config.DATABASE_URL === undefined
    ? openEmbedded(config, hooks)
    : openServer(config, config.DATABASE_URL, hooks);
}

/** A quarter of what it takes by itself: 100 MB less memory and a tenth off the start, while imports take no longer. */
const BUFFERS = '32MB';

async function openEmbedded(config: Config, hooks: DatabaseHooks): Promise<Database> {
  const unlock = await patiently(() => lockDataDir(config.DATA_DIR));
  try {
    // Loaded by those alone who need it: a service on PostgreSQL is the smaller for it.
    const { PGlite, types } = await import('@electric-sql/pglite');
    const dataDir = join(config.DATA_DIR, 'database');
    finishRestore(config.DATA_DIR);
    placeCluster(dataDir);
    const pglite = await PGlite.create({
      dataDir,
      parsers: parsers(),
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${BUFFERS}`],
    });
    pglite.parsers = onlyUsual(pglite.parsers, types.parsers, parsers());
    const sides = await EmbeddedSides.of(pglite);
    return {
      name: 'postgres',
      ...kyselyOf((side) => new PGliteDialect({ pglite: sides.facing(side) as PGlite }), hooks),
      canTurn: sides.canTurn,
      pglite: sides.facing('service'),
      async release() {
        if (!pglite.closed) await pglite.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

const PATIENCE = 2_000;

/** A process that was just killed may take a moment to be gone. */
async function patiently<Lock>(take: () => Lock): Promise<Lock> {
  const until = Date.now() + PATIENCE;
  for (;;) {
    try {
      return take();
    } catch (error) {
      if (!(error instanceof DataDirLocked) || Date.now() > until) throw error;
      await setTimeout(100);
    }
  }
}

/** @param wait seconds for a connection */
function openPool(config: Config, url: string, wait: number, hooks: DatabaseHooks): pg.Pool {
  const types = new pg.TypeOverrides();
  for (const [oid, parse] of Object.entries(parsers())) types.setTypeParser(Number(oid), parse as never);
  const pool = new pg.Pool({
    connectionString: url,
    max: config.DATABASE_POOL,
    connectionTimeoutMillis: wait * 1000,
    application_name: 'queenbook',
    // What has no limit of time would wait for ever for a server whose machine is gone.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    onConnect: settling(wait),
    types,
  });
  giveBackLost(pool);
  limitByTaker(pool);
  // A dropped connection is an event without a listener otherwise, and ends the process.
  pool.on('error', (error) => hooks.onError?.(error));
  pool.on('connect', (client) => client.on('error', (error) => hooks.onError?.(error)));
  pool.on('connect', prepareMarked);
  return pool;
}

/** Seconds that are waited for a connection to a replica: there is the primary. */
const REPLICA_WAIT = 1;

function openReplicas(config: Config, hooks: DatabaseHooks): Replicas {
  const replicas = config.DATABASE_REPLICA_URLS.map((url, index) => {
    const pool = openPool(config, url, REPLICA_WAIT, hooks);
    return new Replica(`${index + 1}`, pool, (what, error) => hooks.onReplicaState?.(what, error));
  });
  return new Replicas(replicas, hooks.onReplica);
}

async function openServer(config: Config, url: string, hooks: DatabaseHooks): Promise<Database> {
  const pool = openPool(config, url, config.DATABASE_WAIT, hooks);
  let name: string;
  let sides: ServerSides;
  try {
    sides = await ServerSides.of(pool);
    name = (await pool.query<{ name: string }>('select current_database() as name')).rows[0]!.name;
  } catch (error) {
    await pool.end();
    throw error;
  }
  const replicas = openReplicas(config, hooks);
  const facing = (side: Side | null) => replicas.before(sides.facing(side), side);
  return {
    name,
    ...kyselyOf((side) => new PostgresDialect({ pool: facing(side), cursor: Cursor as never }), hooks),
    canTurn: sides.canTurn,
    pool: sides.facing('service'),
    async release() {
      await replicas.end();
      if (!pool.ended) await pool.end();
    },
  };
}

/** As many accounts as are likely to ask within a few minutes; to make another takes some microseconds. */
const MOST = 500;

function kyselyOf(dialect: (side: Side | null) => Dialect, hooks: DatabaseHooks) {
  const known = new LRUCache<string, Kysely<unknown>>({ max: MOST });
  return {
    kysely: toKysely(dialect('service'), hooks),
    anySide: toKysely(dialect(null), hooks),
    facing(side: Side) {
      const kysely = known.get(side);
      if (kysely) return kysely;
      const made = toKysely(dialect(side), hooks);
      known.set(side, made);
      return made;
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
