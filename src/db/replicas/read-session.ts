import { AsyncLocalStorage } from 'node:async_hooks';
import type { Config } from '../../core/config.js';

/**
 * The reads of one or several requests. A later read must not see an older state of the account than an earlier read.
 */
export interface ReadSession {
  /** The account revision that a replica must have reached. */
  readonly revision: number;
  /** The server of the first read, which all further reads also use. Null means the primary. */
  server?: object | null;
}

const readSessions = new AsyncLocalStorage<ReadSession | undefined>();

/**
 * Allows the reads within `read` to use a replica that has reached a revision of the account (migration 5). The reads
 * must depend only on data of the account, because changes of other data do not increment the revision. All reads use
 * one replica. If a read on the replica fails, all further reads use the primary. Therefore a request never sees an
 * older state than in an earlier read.
 * @param revision if undefined, the primary is used
 */
export function readAtRevision<Result>(revision: number | undefined, read: () => Result): Result {
  return runInSession(revision === undefined ? undefined : { revision }, read);
}

interface ReplicaReader {
  services: { config: Pick<Config, 'DATABASE_REPLICA_URLS'> };
  /** `revision` is the account's revision at the start of the request. */
  identity: { revision?: number } | null;
}

/**
 * Like `readAtRevision`, with the revision of a request. If there are no replicas, the primary is used.
 * @param isCacheable whether the response depends only on the account's data
 */
export function readForRequest<Result>(
  { services, identity }: ReplicaReader,
  isCacheable: boolean,
  read: () => Result,
): Result {
  const isForReplicas = isCacheable && services.config.DATABASE_REPLICA_URLS.length > 0;
  return readAtRevision(isForReplicas ? identity?.revision : undefined, read);
}

/** Skips entering an async context if the session is the current one, because entering has a cost. */
const runInSession = <Result>(session: ReadSession | undefined, read: () => Result): Result =>
  session === readSessions.getStore() ? read() : readSessions.run(session, read);

/** The current session. If it is undefined, the primary is used. */
export const currentReadSession = (): ReadSession | undefined => readSessions.getStore();

/** Reads for several sessions at once. Uses the primary, unless one replica satisfies all sessions. */
export async function readForSessions<Result>(
  all: readonly (ReadSession | undefined)[],
  read: () => Promise<Result>,
): Promise<Result> {
  const [first, ...others] = all;
  const one = first && others.reduce(combine, { ...first });
  try {
    return await runInSession(one, read);
  } finally {
    const server = one ? one.server : null;
    for (const each of all) if (each) restrictServer(each, server);
  }
}

function combine(one: ReadSession | undefined, other: ReadSession | undefined): ReadSession | undefined {
  if (!one || !other) return undefined;
  const both = { revision: Math.max(one.revision, other.revision), server: one.server };
  restrictServer(both, other.server);
  return both;
}

/** Two replicas can have different states. Therefore only the primary can be used after reads from two servers. */
function restrictServer(reading: ReadSession, server: ReadSession['server']): void {
  if (server === undefined) return;
  reading.server = reading.server === undefined || reading.server === server ? server : null;
}
