import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { ownerOf } from '../db/owner.js';
import type { LoaderFactory } from './context.js';
import type { Em } from '../db/orm.js';
import { perDatabase } from '../db/per-database.js';
import { readForSessions, currentReadSession, type ReadSession } from '../db/replicas/read-session.js';

type BatchLoad<Key, Value> = (em: Em, keys: readonly Key[]) => Promise<readonly Value[]>;

/** Maximum number of cached loaders. Loaders of recently active accounts are cached. */
const MAX_CACHED_LOADERS = 500;

/**
 * Creates loaders that share statements: requests of an account that load in the same turn of the event loop are
 * batched. Values are not cached after the batch, so a request never gets a value that was read before its call. A
 * write does not share its statements, because it can see its own uncommitted rows.
 * @param batchLoad returns a value for each key; keys are distinct, and requests can share a value
 */
export function sharedLoader<Key, Value>(batchLoad: BatchLoad<Key, Value>): LoaderFactory<Key, Value> {
  const lookUps = perDatabase(
    () => new LRUCache<string, (em: Em) => DataLoader<Key, Value>>({ max: MAX_CACHED_LOADERS }),
  );
  return (em, { revision }) =>
    new DataLoader<Key, Value>((keys) => {
      if (revision === undefined) return batchLoad(em, keys);
      const ofAccounts = lookUps(em);
      const owner = ownerOf(em);
      let shared = ofAccounts.get(owner);
      if (!shared) ofAccounts.set(owner, (shared = createShared(batchLoad)));
      return shared(em).loadMany(keys);
    });
}

function createShared<Key, Value>(batchLoad: BatchLoad<Key, Value>): (em: Em) => DataLoader<Key, Value> {
  // One statement runs for all requests of a batch, in a read session that suits all requests.
  let pending: { loader: DataLoader<Key, Value>; all: (ReadSession | undefined)[] } | undefined;
  const pendingIn = (em: Em) => {
    const all: (ReadSession | undefined)[] = [];
    const load = (keys: readonly Key[]) => {
      pending = undefined;
      return readForSessions(all, () => batchLoad(em, keys));
    };
    return { loader: new DataLoader(load, { batchScheduleFn: setImmediate }), all };
  };
  return (em) => {
    pending ??= pendingIn(em);
    pending.all.push(currentReadSession());
    return pending.loader;
  };
}
