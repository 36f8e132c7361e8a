import { AsyncLocalStorage } from 'node:async_hooks';
import type { Config } from '../../core/config.js';

/** What reads of a request, one or several, may be asked of; narrowed as they are. */
export interface ReadSession {
  /** Of the account: a replica that has all changes up to it may be asked. */
  readonly revision: number;
  /** The replica that answered first, and so is to answer the rest; null: the primary. */
  server?: object | null;
}

const readSessions = new AsyncLocalStorage<ReadSession | undefined>();

/**
 * Reads that may go to a replica which has all of the account's changes up to a revision (migration 5): only for what
 * follows from the account's data alone, for nothing else tells how far a replica has come. All go to one, or from some
 * statement on to the primary: a request never sees an older state than it saw before.
 * @param revision undefined: whatever `read` asks, the primary answers
 */
export function readAtRevision<Result>(revision: number | undefined, read: () => Result): Result {
  return within(revision === undefined ? undefined : { revision }, read);
}

interface Asking {
  services: { config: Pick<Config, 'DATABASE_REPLICA_URLS'> };
  /** `revision`: how far the account's changes had come when the request began. */
  identity: { revision?: number } | null;
}

/**
 * The same for what a request asks, where there are replicas.
 * @param isCacheable whether all of it follows from the account's data alone
 */
export function readForRequest<Result>(
  { services, identity }: Asking,
  isCacheable: boolean,
  read: () => Result,
): Result {
  const isForReplicas = isCacheable && services.config.DATABASE_REPLICA_URLS.length > 0;
  return readAtRevision(isForReplicas ? identity?.revision : undefined, read);
}

/** To say what holds anyhow takes a while, too. */
const within = <Result>(session: ReadSession | undefined, read: () => Result): Result =>
  session === readSessions.getStore() ? read() : readSessions.run(session, read);

/** What may be asked now; undefined: the primary alone. */
export const currentReadSession = (): ReadSession | undefined => readSessions.getStore();

/** Reads for several at once what each of them may see: of the primary, unless one replica will do for all. */
export async function readForSessions<Result>(
  all: readonly (ReadSession | undefined)[],
  read: () => Promise<Result>,
): Promise<Result> {
  const [first, ...others] = all;
  const one = first && others.reduce(joined, { ...first });
  try {
    return await within(one, read);
  } finally {
    const server = one ? one.server : null;
    for (const each of all) if (each) narrowSession(each, server);
  }
}

function joined(one: ReadSession | undefined, other: ReadSession | undefined): ReadSession | undefined {
  if (!one || !other) return undefined;
  const both = { revision: Math.max(one.revision, other.revision), server: one.server };
  narrowSession(both, other.server);
  return both;
}

/** What was seen at one server is not to be followed by what another shows: it may be older. The primary's never is. */
export function narrowSession(reading: ReadSession, server: ReadSession['server']): void {
  if (server === undefined) return;
  reading.server = reading.server === undefined || reading.server === server ? server : null;
}
