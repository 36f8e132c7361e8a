import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { ownerOf } from '../db/owner.js';
import type { LoaderFactory } from './context.js';
import type { Em } from '../db/orm.js';
import { perDatabase } from '../db/per-database.js';
import { readForSessions, currentReadSession, type ReadSession } from '../db/replicas/read-session.js';

type Look<Key, Value> = (em: Em, keys: readonly Key[]) => Promise<readonly Value[]>;

/** Accounts that asked last, whose loaders are at hand; one is made in no time. */
const MOST = 500;

/**
 * A loader whose look-ups go by one statement with those that other requests of the account make in the same turn of the
 * event loop. No value is kept beyond it: each is told what stands after it asked. Within a write, which may see rows of
 * its own, a request looks for itself.
 * @param look gives a value to each key; a text comes once, however many ask for it, and a value may be told to several
 */
export function sharedLoader<Key, Value>(look: Look<Key, Value>): LoaderFactory<Key, Value> {
  const lookUps = perDatabase(() => new LRUCache<string, (em: Em) => DataLoader<Key, Value>>({ max: MOST }));
  return (em, { revision }) =>
    new DataLoader<Key, Value>((keys) => {
      if (revision === undefined) return look(em, keys);
      const ofAccounts = lookUps(em);
      const owner = ownerOf(em);
      let shared = ofAccounts.get(owner);
      if (!shared) ofAccounts.set(owner, (shared = sharedBy(look)));
      return shared(em).loadMany(keys);
    });
}

function sharedBy<Key, Value>(look: Look<Key, Value>): (em: Em) => DataLoader<Key, Value> {
  // Any of those who ask may do it: it is asked for what all of them may see.
  let asking: { em: Em; all: (ReadSession | undefined)[] } | undefined;
  const loader: DataLoader<Key, Value> = new DataLoader(
    (keys) => {
      loader.clearAll();
      const { em, all } = asking!;
      asking = undefined;
      return readForSessions(all, () => look(em, keys));
    },
    { batchScheduleFn: setImmediate },
  );
  return (em) => {
    asking ??= { em, all: [] };
    asking.all.push(currentReadSession());
    return loader;
  };
}
