import { MikroORM, type Connection, type EntityManager } from '@mikro-orm/core';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { Migrator } from '@mikro-orm/migrations';
import { PostgreSqlDriver, type SqlEntityManager } from '@mikro-orm/postgresql';
import { sql, type ControlledTransaction, type Kysely } from 'kysely';
import { migrations } from '../migrations/index.js';
import type { Config } from './config.js';
import { openDatabase, type Database, type DatabaseHooks } from './database.js';
import { OWNED, UNOWNED } from './entities.js';

export type Em = SqlEntityManager;

export interface Orm {
  database: Database;
  /** A fresh unit of work of the service itself, which names no account: through the owner filter it sees no owned row. */
  fork(): Em;
  /**
   * A fresh unit of work for whoever asks: the owner filter is on for every read through it, and behind it the database
   * shows and takes rows of the account alone. @param accountId null where nobody is signed in
   */
  ownedBy(accountId: string | null): Em;
  /** A fresh unit of work for jobs of an account: the owner filter is on, but the service itself is behind no wall. */
  workingFor(accountId: string): Em;
  migrate(): Promise<void>;
  /** Runs migrations up to the one that is named, within a transaction of the caller's own if there is one. */
  migrateTo(name: string, transaction?: ControlledTransaction<unknown>): Promise<void>;
  /** Names of migrations that have not run. */
  pending(): Promise<string[]>;
  close(): Promise<void>;
}

const MIGRATION_LOCK = 8_201_946;

export async function openOrm(config: Config, hooks: DatabaseHooks = {}): Promise<Orm> {
  const database = await openDatabase(config, hooks);
  const orm = await MikroORM.init({
    driver: (database.pglite ? (await import('@mikro-orm/pglite')).PgliteDriver : PostgreSqlDriver) as never,
    // Asked for before migrations run: a name that is not there would be created, on a connection of its own.
    dbName: database.name,
    ensureDatabase: false,
    driverOptions: database.kysely as never,
    metadataProvider: ReflectMetadataProvider,
    entities: [...OWNED, ...UNOWNED],
    extensions: [Migrator],
    migrations: { migrationsList: migrations, transactional: true, allOrNothing: true, snapshot: false, silent: true },
    filters: {
      owner: {
        cond: ({ accountId }: { accountId: string }) => ({ accountId }),
        entity: OWNED.map((entity) => entity.name),
        default: true,
      },
    },
    autoJoinRefsForFilters: false,
    ignoreUndefinedInQuery: false,
    // Times are instants; the columns say so.
    forceUtcTimezone: true,
    debug: false,
  });
  const fork = () => orm.em.fork({ clear: true }) as EntityManager as Em;
  const named = (em: Em, accountId: string) => {
    em.setFilterParams('owner', { accountId });
    return em;
  };
  return {
    database,
    fork,
    ownedBy(accountId) {
      const em = unitThrough(orm, database.facing(accountId ?? 'nobody'));
      return accountId === null ? em : named(em, accountId);
    },
    workingFor: (accountId) => named(fork(), accountId),
    migrate: () => migrate(orm),
    async migrateTo(name, transaction) {
      await (orm.migrator as Migrator).up({ to: name, ...(transaction && { transaction: transaction as never }) });
    },
    async pending() {
      return (await (orm.migrator as Migrator).getPending()).map(({ name }) => name);
    },
    async close() {
      await orm.close(true);
      await database.release();
    },
  };
}

type Driver = MikroORM['driver'];
const through = new WeakMap<Kysely<unknown>, Driver>();

/** A fresh unit of work whose statements go through this Kysely; to fork another would take three times as long. */
function unitThrough(orm: MikroORM, kysely: Kysely<unknown>): Em {
  let driver = through.get(kysely);
  if (!driver) through.set(kysely, (driver = driverThrough(orm, kysely)));
  return driver.createEntityManager(false) as EntityManager as Em;
}

/** The ORM knows one connection to write to: this is its driver once more, with another. */
function driverThrough({ config, em, driver }: MikroORM, kysely: Kysely<unknown>): Driver {
  const main = driver.getConnection();
  const connection = new (main.constructor as new (given: typeof config) => Connection)(config);
  Object.assign(connection, { options: { driverOptions: kysely } });
  connection.setMetadata(em.getMetadata());
  connection.setPlatform(driver.getPlatform());
  return Object.create(driver, { connection: { value: connection } }) as Driver;
}

/** Safe when several processes start at once: one migrates, the others wait and find nothing left to do. */
async function migrate(orm: MikroORM): Promise<void> {
  const migrator = orm.migrator as Migrator;
  // Creates its table by a statement of its own, which would wait for ever inside the transaction of an embedded database.
  await migrator.getExecuted();
  await (orm.em.fork() as EntityManager as Em).transactional(async (em) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(em.getKysely());
    await migrator.up({ transaction: em.getTransactionContext() as never });
  });
}
