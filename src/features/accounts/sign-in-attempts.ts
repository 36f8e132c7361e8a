import { hash } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isInForce, secondsUntil } from '../../db/expiry.js';
import { deleteExpired } from '../../auth/rate-window.js';
import { rateLimitError } from '../../auth/rate-limit-error.js';
import type { Services } from '../../graphql/context.js';
import type { ServiceError } from '../../core/errors.js';

/** A sign-in attempt. There may be no account with the email address. */
export interface Attempt {
  email: string;
  network: string;
}

interface Limit {
  /** Number of failed attempts before the first wait. */
  freeAttempts: number;
  /** Length of the first wait. Each further failure doubles the wait, up to `maxWaitSeconds`. */
  firstWaitSeconds: number;
  maxWaitSeconds: number;
  /** The count starts again after this time. `memoryStarts` states which attempt starts it. */
  memorySeconds: number;
  memoryStarts: 'last attempt' | 'first attempt';
}

const HOUR_SECONDS = 3600;
/** Limit for attempts on one account from one network. */
const PAIR: Limit = {
  freeAttempts: 8,
  firstWaitSeconds: 4,
  maxWaitSeconds: 900,
  memorySeconds: 24 * HOUR_SECONDS,
  memoryStarts: 'last attempt',
};
/**
 * Limit for attempts on one account from all networks. Nobody can lock out the owner: waits are short, and a network
 * that recently signed in to the account (a known network) does not wait.
 */
const EMAIL: Limit = {
  freeAttempts: 100,
  firstWaitSeconds: 1,
  maxWaitSeconds: 60,
  memorySeconds: HOUR_SECONDS,
  memoryStarts: 'last attempt',
};
/**
 * Limit for attempts on all accounts from one network. The memory starts at the first attempt, because in a network of
 * many people there is always a new attempt.
 */
const NETWORK: Limit = {
  freeAttempts: 100,
  firstWaitSeconds: 4,
  maxWaitSeconds: 900,
  memorySeconds: HOUR_SECONDS,
  memoryStarts: 'first attempt',
};
const KNOWN_NETWORK_SECONDS = 30 * 24 * HOUR_SECONDS;

/**
 * Runs a password check, unless the client has to wait because of earlier failures. The attempt is counted before the
 * check, so that concurrent guesses have no advantage. A successful check resets the count.
 * @throws {ServiceError} `rate_limited` while the client has to wait
 */
export async function limitAttempts(
  services: Services,
  attempt: Attempt,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const rows = rowsOf(attempt);
  const { wait, known } = await readAttempts(services, rows);
  if (wait > 0) throw refusal(wait);
  for (const { emailHash, networkHash, limit } of rows) {
    if (limit === EMAIL && known) continue;
    if (!(await countAttempt(services, emailHash, networkHash, limit)))
      throw refusal((await readAttempts(services, rows)).wait);
  }
  const right = await check();
  await (right
    ? resetAttempts(services, rows)
    : deleteExpired(services.orm.database.kysely, 'sign_in_attempt', ['email_hash', 'network_hash'], 'expires_at'));
  return right;
}

interface Row {
  emailHash: string;
  networkHash: string;
  limit: Limit;
}

function rowsOf({ email, network }: Attempt): [Row, Row, Row] {
  const emailHash = hash('sha256', email);
  const networkHash = hash('sha256', network);
  return [
    { emailHash, networkHash, limit: PAIR },
    { emailHash, networkHash: '', limit: EMAIL },
    { emailHash: '', networkHash, limit: NETWORK },
  ];
}

/** Limit that the rate-limit headers state. It is `PAIR`, because repeated attempts reach this limit first. */
const POLICY = { name: 'sign-in', quota: PAIR.freeAttempts, seconds: PAIR.memorySeconds };

function refusal(wait: number): ServiceError {
  return rateLimitError(POLICY, wait, 'Too many failed sign-in attempts. Try again later.');
}

/** Returns the remaining wait in seconds. Also returns whether this network recently signed in with this address. */
async function readAttempts(
  { orm }: Services,
  [pair, ...others]: [Row, Row, Row],
): Promise<{ wait: number; known: boolean }> {
  const rows = [pair, ...others].map(
    ({ emailHash, networkHash, limit: { maxWaitSeconds: most, memorySeconds: memory } }) =>
      sql`(${emailHash}::text, ${networkHash}::text, ${most}::float8, ${memory}::float8)`,
  );
  const blockedUntil = sql.ref('a.blocked_until');
  const most = sql.ref('l.most');
  const found = await sql<{ limit: string; known: boolean; wait: number }>`
    select case when a.network_hash = '' then 'email' when a.email_hash = '' then 'network' else 'pair' end as "limit",
      a.known, case when ${isInForce(blockedUntil, most)} then ${secondsUntil(blockedUntil, most)} else 0 end as wait
    from (values ${sql.join(rows)}) as l (email_hash, network_hash, most, memory)
      join sign_in_attempt a using (email_hash, network_hash)
    where ${isRemembered(sql.ref('l.memory'))}`.execute(orm.database.kysely);
  const known = found.rows.some((row) => row.known);
  const waits = found.rows.filter(({ limit }) => limit !== 'email' || !known).map(({ wait }) => wait);
  return { wait: Math.max(0, ...waits), known };
}

/**
 * SQL condition that is true while the attempts of row `a` still count.
 * @param memory time in seconds for which a row without a successful sign-in counts
 */
const isRemembered = (memory: RawBuilder<unknown>) =>
  isInForce(sql.ref('a.expires_at'), sql`case when a.known then ${KNOWN_NETWORK_SECONDS} else ${memory}::float8 end`);

/**
 * Counts an attempt. If one of several concurrent attempts reaches the limit, it blocks the row, so the attempts after
 * it are refused.
 * @returns whether the attempt may proceed
 */
async function countAttempt({ orm }: Services, emailHash: string, networkHash: string, limit: Limit): Promise<boolean> {
  const { freeAttempts: free, firstWaitSeconds: first, maxWaitSeconds: most, memorySeconds: memory } = limit;
  const counts = isRemembered(sql`${memory}`);
  const now = sql`case when ${counts} then a.attempts + 1 else 1 end`;
  const expiry =
    limit.memoryStarts === 'first attempt' ? sql`a.expires_at` : sql`greatest(a.expires_at, excluded.expires_at)`;
  const { rows } = await sql`
    insert into sign_in_attempt as a (email_hash, network_hash, attempts, expires_at)
    values (${emailHash}, ${networkHash}, 1, now() + ${memory} * interval '1 second')
    on conflict (email_hash, network_hash) do update set
      attempts = ${now},
      known = a.known and ${counts},
      blocked_until = case when ${now} >= ${free} then
        now() + least(${most}::float8, ${first} * 2.0::float8 ^ least(${now} - ${free}, 20)) * interval '1 second' end,
      expires_at = case when ${counts} then ${expiry} else excluded.expires_at end
    where (${counts} and ${isInForce(sql.ref('a.blocked_until'), most)}) is not true
    returning 1`.execute(orm.database.kysely);
  return rows.length > 0;
}

/**
 * Updates the counts after a successful sign-in: resets the count of the address, subtracts the attempt from the count
 * of the network, and removes the block that this attempt caused. An earlier block would have refused the attempt.
 */
async function resetAttempts({ orm }: Services, [pair]: [Row, Row, Row]): Promise<void> {
  const { emailHash, networkHash } = pair;
  // All sign-ins lock the rows in the same order. Otherwise, concurrent sign-ins could wait for each other (deadlock).
  await sql`
    update sign_in_attempt a set
      attempts = case when a.email_hash = '' then greatest(a.attempts - 1, 0) else 0 end,
      blocked_until = null,
      known = a.network_hash <> '' and a.email_hash <> '',
      expires_at = case when a.network_hash <> '' and a.email_hash <> ''
        then now() + ${KNOWN_NETWORK_SECONDS} * interval '1 second' else a.expires_at end
    from (
      select email_hash, network_hash from sign_in_attempt
      where email_hash = ${emailHash} and network_hash in (${networkHash}, '')
        or email_hash = '' and network_hash = ${networkHash}
      order by email_hash, network_hash for update) locked
    where a.email_hash = locked.email_hash and a.network_hash = locked.network_hash`.execute(orm.database.kysely);
}

/** Deletes the attempts on an account that is being deleted. */
export async function deleteAttempts(db: Kysely<unknown>, email: string): Promise<void> {
  await sql`delete from sign_in_attempt where email_hash = ${hash('sha256', email)}`.execute(db);
}
