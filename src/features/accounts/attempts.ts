import { createHash } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isInForce, secondsUntil } from '../../db/expiry.js';
import { deleteExpired } from '../../auth/rate-window.js';
import { rateLimitError } from '../../auth/rate-limit-error.js';
import type { Services } from '../../graphql/context.js';
import type { ServiceError } from '../../core/errors.js';

/** Who tries: an e-mail address, whether anyone has it or not, and the network the request comes from. */
export interface Attempt {
  email: string;
  network: string;
}

interface Limit {
  /** Attempts before the first wait. */
  free: number;
  /** Seconds of the first wait; each further failure doubles it, up to `most`. */
  first: number;
  most: number;
  /** Seconds without an attempt after which the count starts anew. */
  memory: number;
}

const HOUR = 3600;
/** One guesser at one account. */
const PAIR: Limit = { free: 8, first: 4, most: 900, memory: 24 * HOUR };
/** Many guessers at one account. Short waits, and none where a sign-in succeeded before: nobody can lock another out. */
const EMAIL: Limit = { free: 100, first: 1, most: 60, memory: HOUR };
/** One guesser at many accounts. */
const NETWORK: Limit = { free: 100, first: 4, most: 900, memory: HOUR };
const KNOWN = 30 * 24 * HOUR;

/**
 * Runs a check of a password, slowed where it failed before. An attempt counts before it is checked and is taken back
 * when it was right, so that guesses made at once gain nothing.
 * @throws {ServiceError} `rate_limited` while attempts are to wait
 */
export async function limited(services: Services, attempt: Attempt, check: () => Promise<boolean>): Promise<boolean> {
  const rows = rowsOf(attempt);
  const { wait, known } = await look(services, rows);
  if (wait > 0) throw refusal(wait);
  for (const { emailHash, networkHash, limit } of rows) {
    if (limit === EMAIL && known) continue;
    if (!(await count(services, emailHash, networkHash, limit))) throw refusal((await look(services, rows)).wait);
  }
  const right = await check();
  await (right
    ? forgive(services, rows)
    : deleteExpired(services.orm.database.kysely, 'sign_in_attempt', ['email_hash', 'network_hash'], 'expires_at'));
  return right;
}

interface Row {
  emailHash: string;
  networkHash: string;
  limit: Limit;
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

function rowsOf({ email, network }: Attempt): [Row, Row, Row] {
  const emailHash = hash(email);
  const networkHash = hash(network);
  return [
    { emailHash, networkHash, limit: PAIR },
    { emailHash, networkHash: '', limit: EMAIL },
    { emailHash: '', networkHash, limit: NETWORK },
  ];
}

/** What clients are told of all this: the limit that one guesser meets first. */
const POLICY = { name: 'sign-in', quota: PAIR.free, seconds: PAIR.memory };

function refusal(wait: number): ServiceError {
  return rateLimitError(POLICY, wait, 'Too many attempts to sign in failed; wait before the next.');
}

/** How many seconds are to wait, and whether a sign-in with this address from this network has succeeded lately. */
async function look({ orm }: Services, [pair, ...others]: [Row, Row, Row]): Promise<{ wait: number; known: boolean }> {
  const rows = [pair, ...others].map(
    ({ emailHash, networkHash, limit: { most, memory } }) =>
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

/** Whether a row `a` still counts. @param memory seconds for which it does without a sign-in that succeeded */
const isRemembered = (memory: RawBuilder<unknown>) =>
  isInForce(sql.ref('a.expires_at'), sql`case when a.known then ${KNOWN} else ${memory}::float8 end`);

/** Counts an attempt; of several at once, the ones that come too late find the row blocked. @returns whether it may go on */
async function count({ orm }: Services, emailHash: string, networkHash: string, limit: Limit): Promise<boolean> {
  const { free, first, most, memory } = limit;
  const counts = isRemembered(sql`${memory}`);
  const now = sql`case when ${counts} then a.attempts + 1 else 1 end`;
  const { rows } = await sql`
    insert into sign_in_attempt as a (email_hash, network_hash, attempts, expires_at)
    values (${emailHash}, ${networkHash}, 1, now() + ${memory} * interval '1 second')
    on conflict (email_hash, network_hash) do update set
      attempts = ${now},
      known = a.known and ${counts},
      blocked_until = case when ${now} >= ${free} then
        now() + least(${most}::float8, ${first} * 2.0::float8 ^ least(${now} - ${free}, 20)) * interval '1 second' end,
      expires_at = greatest(case when ${counts} then a.expires_at end, excluded.expires_at)
    where ${isInForce(sql.ref('a.blocked_until'), most)} is not true
    returning 1`.execute(orm.database.kysely);
  return rows.length > 0;
}

/** The sign-in was right: the address starts anew, the network gets back this one attempt. */
async function forgive({ orm }: Services, [pair]: [Row, Row, Row]): Promise<void> {
  const { emailHash, networkHash } = pair;
  await sql`
    update sign_in_attempt set
      attempts = case when email_hash = '' then greatest(attempts - 1, 0) else 0 end,
      blocked_until = case when email_hash = '' and attempts > ${NETWORK.free} then blocked_until end,
      known = network_hash <> '' and email_hash <> '',
      expires_at = case when network_hash <> '' and email_hash <> ''
        then now() + ${KNOWN} * interval '1 second' else expires_at end
    where email_hash = ${emailHash} and network_hash in (${networkHash}, '')
      or email_hash = '' and network_hash = ${networkHash}`.execute(orm.database.kysely);
}

/** Forgets what was tried with an e-mail address, when its account goes. */
export async function forgetAttempts(db: Kysely<unknown>, email: string): Promise<void> {
  await sql`delete from sign_in_attempt where email_hash = ${hash(email)}`.execute(db);
}
