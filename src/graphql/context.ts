import type DataLoader from 'dataloader';
import type { Identity } from '../auth/identity.js';
import type { KeyUses } from '../auth/key-uses.js';
import type { Logger } from 'pino';
import type { Config } from '../core/config.js';
import type { Budget } from './budget.js';
import type { Jobs } from '../db/jobs.js';
import type { OperationSummary } from '../observability/operation-summary.js';
import type { Traces } from '../observability/traces.js';
import type { Em, Orm } from '../db/orm.js';
import type { Idempotency } from '../db/idempotency.js';

/** The services of the process, which all requests share. */
export interface Services {
  config: Config;
  orm: Orm;
  jobs: Jobs;
  keyUses: KeyUses;
  log: Logger;
  /** Undefined if no collector of traces is configured. */
  traces?: Traces;
}

/** Options of a write. Only REST sets them, from the headers and the body of the request. */
export interface WriteOptions {
  idempotency?: Idempotency;
  /** Throws if the row has changed. Called within the transaction of the write. */
  precondition?: (em: Em) => Promise<void>;
  /**
   * Set if the body is already known to be invalid: the GraphQL paths of the invalid members, which the input does not
   * contain. The write then only finds more errors, and is rolled back.
   */
  invalidMembers?: ReadonlySet<string>;
}

/** The context of a request, for GraphQL and REST. */
export interface RequestContext {
  services: Services;
  /**
   * Null if the request has neither a session nor an API key. `em` then belongs to no account, and its queries for rows
   * of accounts fail or find no rows.
   */
  identity: Identity | null;
  em: Em;
  loaders: Loaders;
  writeOptions: WriteOptions;
  /** GraphQL only: limits the size of the response. */
  budget?: Budget;
  /** GraphQL only: data for the request log. `operation` is undefined until the document is validated. */
  notes?: { requestId?: string; operation?: OperationSummary };
}

/** Creates a DataLoader for each request, so that a request neither reads a value twice nor sees a stale value. */
export type LoaderFactory<Key, Value> = (em: Em, loaders: Loaders) => DataLoader<Key, Value, unknown>;

export class Loaders {
  private readonly instances = new Map<unknown, unknown>();

  /** @param revision the revision of the account at the start of the request; absent within a write */
  constructor(
    private readonly em: Em,
    readonly revision?: number,
  ) {}

  /** The request's instance of a loader, or of any other object that a factory creates. */
  get<Loader>(factory: (em: Em, loaders: Loaders) => Loader): Loader {
    let loader = this.instances.get(factory) as Loader | undefined;
    if (loader === undefined) {
      loader = factory(this.em, this);
      this.instances.set(factory, loader);
    }
    return loader;
  }
}

/** @param existingEm a unit of work of the caller's account; a new one by default */
export function createContext(
  services: Services,
  identity: Identity | null,
  writeOptions: WriteOptions = {},
  existingEm?: Em,
): RequestContext {
  const em = existingEm ?? services.orm.ownedBy(identity?.accountId ?? null);
  const loaders = existingEm ? new Loaders(em) : new Loaders(em, identity?.revision);
  return { services, identity, em, loaders, writeOptions };
}
