import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { ownerOf } from '../../../db/owner.js';
import type { RequestContext } from '../../../graphql/context.js';
import { ConcurrencyQueue } from '../../../core/concurrency-queue.js';
import type { Em } from '../../../db/orm.js';
import { perDatabase } from '../../../db/per-database.js';
import { atOneMoment } from '../one-moment.js';
import type { InbreedingOfYear } from './messages.js';
import { PACKED, queensRevision } from './read-ancestry.js';
import { ask, withThread, type Thread } from './threads.js';

export type { InbreedingOfYear } from './messages.js';

const AT_A_TIME = 2000;
const ACCOUNTS = 1000;

interface Computed {
  revision: string | null;
  years: Promise<InbreedingOfYear[]>;
  /** False: it waits for its turn, and will read all that is written by now. */
  begun: boolean;
}

/** What was computed last of each account, or is being computed. */
const keptOf = perDatabase(() => new LRUCache<string, Computed>({ max: ACCOUNTS }));

/**
 * How inbred the queens of each year of birth are: years ascending, and last `year: null`, the queens without one. Over
 * all queens of the account as they are now; computed again only where one was written since. Off the main thread.
 */
export async function inbreedingByBirthYear({ em }: Pick<RequestContext, 'em'>): Promise<InbreedingOfYear[]> {
  const owner = ownerOf(em);
  const kept = keptOf(em);
  const { rows } = await sql<{ revision: string | null }>`
    select ${queensRevision(owner)}::text as revision`.execute(em.getKysely());
  const { revision } = rows[0]!;
  const known = kept.get(owner);
  // What is read is of this revision or a later one; under a later one it is read again.
  const entry = known && (known.revision === revision || !known.begun) ? known : computed(em, owner);
  entry.revision = revision;
  kept.set(owner, entry);
  entry.years.catch(() => kept.get(owner) === entry && kept.delete(owner));
  return entry.years;
}

/** A thread that holds all queens of an account is large, so there is one of them at a time. */
const threads = new ConcurrencyQueue({ total: 1 });

function computed(em: Em, owner: string): Computed {
  const compute = async (thread: Thread) => {
    await handOver(em, owner, thread);
    return (await ask(thread, { kind: 'by year' }, 'years')).years;
  };
  const years = threads.run(owner, () => {
    entry.begun = true;
    return withThread(compute);
  });
  const entry: Computed = { revision: null, years, begun: false };
  return entry;
}

/** Reads all queens as one moment shows them, some at a time. */
const handOver = (em: Em, owner: string, thread: Thread): Promise<void> =>
  atOneMoment(em, async (tx) => {
    for (let after: string | null = null; ;) {
      const { last, packed }: Batch = await readBatch(tx, owner, after);
      if (packed === null) return;
      await ask(thread, { kind: 'queens', packed }, 'taken');
      after = last;
    }
  });

interface Batch {
  last: string | null;
  packed: string | null;
}

async function readBatch(em: Em, owner: string, after: string | null): Promise<Batch> {
  const { rows } = await sql<Batch>`
    select max(q.id::text) as last, json_agg(json_build_array(${PACKED}, q.birth_year))::text as packed
    from (
      select * from queen
      where account_id = ${owner}::uuid and (${after}::uuid is null or id > ${after}::uuid)
      order by id limit ${AT_A_TIME}
    ) q`.execute(em.getKysely());
  return rows[0]!;
}
