import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { OPERATOR, visitor } from '../audit/actor.js';
import { AuditAction } from '../audit/audit.enums.js';
import { note } from '../audit/record.js';
import type { Services } from '../../graphql/context.js';
import { invalid, type Fault } from '../../core/errors.js';
import { setPassword } from './accounts.js';
import { hashPassword } from './password.js';

const HOURS = 24;
const FAULT: Fault = {
  path: 'token',
  message: 'is unknown, has been used or is older than 24 hours',
  code: 'link_invalid',
};

const hash = (token: string) => createHash('sha256').update(token).digest('hex');

/** Makes a one-time link's token, valid for 24 hours; an earlier one of the account is void from now on. */
export async function makePasswordLink({ orm }: Pick<Services, 'orm'>, accountId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await orm.fork().transactional(async (em) => {
    const kysely = em.getKysely<unknown>();
    await sql`delete from password_link where account_id = ${accountId} or expires_at < now()`.execute(kysely);
    await sql`
      insert into password_link (token_hash, account_id, expires_at)
      values (${hash(token)}, ${accountId}, now() + ${HOURS} * interval '1 hour')`.execute(kysely);
    await note(kysely, accountId, { action: AuditAction.password_link_made, by: OPERATOR });
  });
  return token;
}

/**
 * Sets the password by a link, once; every session of the account ends.
 * @param network where the request comes from
 * @throws {ServiceError} `validation_failed` naming `token`
 */
export async function usePasswordLink(
  { orm }: Services,
  { token, password, network }: { token: string; password: string; network: string },
): Promise<void> {
  const tokenHash = hash(token);
  const { rows } = await sql`
    select 1 from password_link where token_hash = ${tokenHash} and expires_at > now()`.execute(orm.database.kysely);
  // Before the work of hashing, which a made-up token should not cause.
  if (rows.length === 0) throw invalid([FAULT]);
  const passwordHash = await hashPassword(password);
  await orm.fork().transactional(async (em) => {
    const db = em.getKysely<unknown>();
    const used = await sql<{ account_id: string }>`
      delete from password_link where token_hash = ${tokenHash} and expires_at > now() returning account_id`.execute(
      db,
    );
    if (!used.rows[0]) throw invalid([FAULT]);
    const { account_id: accountId } = used.rows[0];
    await setPassword(em, accountId, passwordHash);
    await note(db, accountId, { action: AuditAction.password_link_used, by: visitor(network) });
  });
}
