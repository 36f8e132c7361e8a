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

/** What lives as long as the process. */
export interface Services {
  config: Config;
  orm: Orm;
  jobs: Jobs;
  keyUses: KeyUses;
  log: Logger;
  /** Where a collector is named. */
  traces?: Traces;
}

/** What a request lays down about the writes that it asks for. */
export interface WriteOptions {
  idempotency?: Idempotency;
  /** Throws where the row is not what the caller takes it for; called within the write's transaction. */
  precondition?: (em: Em) => Promise<void>;
  /** Nothing is kept: it is only looked what is wrong, besides what was found already. */
  dryRun?: boolean;
}

/** One per request, for GraphQL and REST alike. */
export interface RequestContext {
  services: Services;
  /** Null where nobody is signed in; then `em` reads no owned row. */
  identity: Identity | null;
  em: Em;
  loaders: Loaders;
  writeOptions: WriteOptions;
  /** Of a request over GraphQL: what it may still fill. */
  budget?: Budget;
  /** Of a request over GraphQL: what is told of it in the log. `operation` is noted once it is known. */
  notes?: { requestId?: string; operation?: OperationSummary };
}

/** A batch of look-ups of one kind, made anew for every request so that nothing is seen twice or stale. */
export type LoaderFactory<Key, Value> = (em: Em, loaders: Loaders) => DataLoader<Key, Value, unknown>;

export class Loaders {
  private readonly made = new Map<unknown, unknown>();

  /** @param revision how far the account's changes had come when the request began; absent within a write */
  constructor(
    private readonly em: Em,
    readonly revision?: number,
  ) {}

  /** The request's own loader (or whatever else the factory makes), made at the first call. */
  get<Loader>(factory: (em: Em, loaders: Loaders) => Loader): Loader {
    let loader = this.made.get(factory) as Loader | undefined;
    if (loader === undefined) {
      loader = factory(this.em, this);
      this.made.set(factory, loader);
    }
    return loader;
  }
}

/** @param inHand a unit of work of the caller's account; a fresh one if left out */
export function createContext(
  services: Services,
  identity: Identity | null,
  writeOptions: WriteOptions = {},
  inHand?: Em,
): RequestContext {
  const em = inHand ?? services.orm.ownedBy(identity?.accountId ?? null);
  const loaders = inHand ? new Loaders(em) : new Loaders(em, identity?.revision);
  return { services, identity, em, loaders, writeOptions };
}
