import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { onlyRow } from '../../../db/only-row.js';
import { ownerOf } from '../../../db/owner.js';
import type { RequestContext } from '../../../graphql/context.js';
import { ConcurrencyQueue } from '../../../core/concurrency-queue.js';
import type { Em } from '../../../db/orm.js';
import { perDatabase } from '../../../db/per-database.js';
import { readQueens } from '../read-queens.js';
import { inSnapshot } from '../snapshot.js';
import type { InbreedingOfYear } from './messages.js';
import { queensRevision } from './read-ancestry.js';
import { requestKind, withThread, type Thread } from './threads.js';

export type { InbreedingOfYear } from './messages.js';

const MAX_CACHED_ACCOUNTS = 1000;

interface Computation {
  revision: string | null;
  years: Promise<InbreedingOfYear[]>;
  /**
   * False while the computation is queued. Later requests can use a queued computation, too, because it reads all
   * writes that are committed before it starts.
   */
  hasStarted: boolean;
}

/** Latest result or running computation of each account. */
const resultCache = perDatabase(() => new LRUCache<string, Computation>({ max: MAX_CACHED_ACCOUNTS }));

/**
 * Returns the inbreeding of all queens of the account by birth year, ascending, with the unknown year (null) last. A
 * worker thread computes the result, which is cached until a queen changes.
 */
export async function inbreedingByBirthYear({ em }: Pick<RequestContext, 'em'>): Promise<InbreedingOfYear[]> {
  const owner = ownerOf(em);
  const cache = resultCache(em);
  const { rows } = await sql<{ revision: string | null }>`
    select ${queensRevision(owner)}::text as revision`.execute(em.getKysely());
  const { revision } = onlyRow(rows);
  const known = cache.get(owner);
  // The computation may read queens that are newer than the stored revision. In this case, the next request computes
  // the result again.
  const entry = known && (known.revision === revision || !known.hasStarted) ? known : startComputation(em, owner);
  entry.revision = revision;
  cache.set(owner, entry);
  entry.years.catch(() => cache.get(owner) === entry && cache.delete(owner));
  return entry.years;
}

/** Only one thread runs at a time, because a thread has all queens of an account in memory. */
const threads = new ConcurrencyQueue({ total: 1 });

function startComputation(em: Em, owner: string): Computation {
  const compute = async (thread: Thread) => {
    await sendQueens(em, owner, thread);
    return (await requestKind(thread, { kind: 'by year' }, 'years')).years;
  };
  const years = threads.run(owner, () => {
    entry.hasStarted = true;
    return withThread(compute);
  });
  const entry: Computation = { revision: null, years, hasStarted: false };
  return entry;
}

/** Sends all queens to the thread in batches, from one snapshot. */
const sendQueens = (em: Em, owner: string, thread: Thread): Promise<void> =>
  inSnapshot(em, async (tx) => {
    for await (const records of readQueens(tx.getKysely(), owner))
      await requestKind(thread, { kind: 'queens', records }, 'received');
  });
