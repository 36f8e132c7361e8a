import { MikroORM, type EntityClass, type EntityManager } from '@mikro-orm/core';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { Migrator } from '@mikro-orm/migrations';
import {
  AbstractSqlDriver,
  PostgreSqlConnection,
  PostgreSqlDriver,
  type SqlEntityManager,
} from '@mikro-orm/postgresql';
import type { ControlledTransaction, Kysely } from 'kysely';
import { migrations } from '../../migrations/index.js';
import type { Config } from '../core/config.js';
import { openDatabase, type Database, type DatabaseHooks } from './database.js';

export type Em = SqlEntityManager;

export interface Orm {
  database: Database;
  /**
   * A new unit of work for the service itself. The unit is bound to no account, so queries of owned entities fail
   * unless they disable the owner filter.
   */
  fork(): Em;
  /**
   * A new unit of work for a request. The owner filter and row-level security restrict every read.
   * @param accountId null if the caller is not signed in
   */
  ownedBy(accountId: string | null): Em;
  /** A new unit of work for jobs of an account: the owner filter applies, row-level security does not. */
  workingFor(accountId: string): Em;
  /** Runs migrations up to the named one, or all migrations; within `transaction` if it is set. */
  migrate(to?: string, transaction?: ControlledTransaction<unknown>): Promise<void>;
  /** Names of migrations that have not run. */
  pending(): Promise<string[]>;
  close(): Promise<void>;
}

export interface Entities {
  /**
   * Entities whose rows belong to an account. By default, the owner filter applies to all queries of these entities.
   */
  owned: readonly EntityClass[];
  /** Entities whose rows are read before the account is known. */
  unowned: readonly EntityClass[];
}

/**
 * Opens the configured database with these entities.
 * @throws the errors of `openDatabase`
 */
export async function openOrm(config: Config, { owned, unowned }: Entities, hooks: DatabaseHooks = {}): Promise<Orm> {
  const database = await openDatabase(config, hooks);
  const orm = await MikroORM.init({
    driver: PostgreSqlDriver,
    // The name of a database that exists. MikroORM would create a missing database on a separate connection.
    dbName: database.name,
    ensureDatabase: false,
    driverOptions: database.kysely,
    metadataProvider: ReflectMetadataProvider,
    entities: [...owned, ...unowned],
    extensions: [Migrator],
    migrations: { migrationsList: migrations, transactional: true, allOrNothing: true, snapshot: false, silent: true },
    filters: {
      owner: {
        cond: ({ accountId }: { accountId: string }) => ({ accountId }),
        entity: owned.map((entity) => entity.name),
        default: true,
      },
    },
    autoJoinRefsForFilters: false,
    ignoreUndefinedInQuery: false,
    // The columns of times have the type `timestamptz`.
    forceUtcTimezone: true,
    debug: false,
  });
  const drivers = new WeakMap<Kysely<unknown>, KyselyDriver>();
  const driverOver = (kysely: Kysely<unknown>) => {
    let driver = drivers.get(kysely);
    if (!driver) drivers.set(kysely, (driver = new KyselyDriver(orm.driver, kysely)));
    return driver;
  };
  const fork = () => orm.em.fork({ clear: true }) as EntityManager as Em;
  const withOwner = (em: Em, accountId: string) => {
    em.setFilterParams('owner', { accountId });
    return em;
  };
  return {
    database,
    fork,
    ownedBy(accountId) {
      const em = driverOver(database.inRole(accountId ?? 'anonymous')).createEntityManager(
        false,
      ) as EntityManager as Em;
      return accountId === null ? em : withOwner(em, accountId);
    },
    workingFor: (accountId) => withOwner(fork(), accountId),
    async migrate(to, transaction) {
      await (orm.migrator as Migrator).up({ to, ...(transaction && { transaction }) });
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

/** A MikroORM driver that uses the given instance of Kysely, and the metadata of the main driver. */
class KyselyDriver extends AbstractSqlDriver {
  constructor(main: AbstractSqlDriver, kysely: Kysely<unknown>) {
    super(main.config, main.getPlatform(), connectionOver(kysely), []);
    this.setMetadata(main.getMetadata());
  }
}

const connectionOver = (kysely: Kysely<unknown>) =>
  class extends PostgreSqlConnection {
    constructor(...args: ConstructorParameters<typeof PostgreSqlConnection>) {
      super(...args);
      this.options.driverOptions = kysely;
    }
  };
