import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { OPERATOR, visitor } from '../audit/actor.js';
import { AuditAction } from '../audit/audit.enums.js';
import { recordEvent } from '../audit/record.js';
import type { Services } from '../../graphql/context.js';
import { invalid, type Fault } from '../../core/errors.js';
import { setPassword } from './accounts.js';
import { hashPassword } from './password.js';

const VALID_HOURS = 24;
const INVALID_TOKEN: Fault = {
  path: 'token',
  message: 'is unknown, has been used or is older than 24 hours',
  code: 'link_invalid',
};

/**
 * Creates the token of a one-time link. The link is valid for 24 hours. Earlier links of the account become invalid.
 */
export async function createPasswordLink({ orm }: Pick<Services, 'orm'>, accountId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await orm.fork().transactional(async (em) => {
    const kysely = em.getKysely<unknown>();
    await sql`delete from password_link where account_id = ${accountId} or expires_at < now()`.execute(kysely);
    await sql`
      insert into password_link (token_hash, account_id, expires_at)
      values (${hash('sha256', token)}, ${accountId}, now() + ${VALID_HOURS} * interval '1 hour')`.execute(kysely);
    await recordEvent(kysely, accountId, { action: AuditAction.password_link_made, by: OPERATOR });
  });
  return token;
}

/**
 * Sets the password with a one-time link and ends all sessions of the account.
 * @param network network of the client
 * @throws {ServiceError} `validation_failed` with the path `token`
 */
export async function usePasswordLink(
  { orm }: Services,
  { token, password, network }: { token: string; password: string; network: string },
): Promise<void> {
  const tokenHash = hash('sha256', token);
  const { rows } = await sql`
    select 1 from password_link where token_hash = ${tokenHash} and expires_at > now()`.execute(orm.database.kysely);
  // The token is checked first, so that an invalid token does not cause an expensive hash.
  if (rows.length === 0) throw invalid([INVALID_TOKEN]);
  const passwordHash = await hashPassword(password);
  await orm.fork().transactional(async (em) => {
    const db = em.getKysely<unknown>();
    const used = await sql<{ account_id: string }>`
      delete from password_link where token_hash = ${tokenHash} and expires_at > now() returning account_id`.execute(
      db,
    );
    if (!used.rows[0]) throw invalid([INVALID_TOKEN]);
    const { account_id: accountId } = used.rows[0];
    const isOpen = sql`closed_at is null`;
    if (!(await setPassword(em, accountId, passwordHash, isOpen))) throw invalid([INVALID_TOKEN]);
    await recordEvent(db, accountId, { action: AuditAction.password_link_used, by: visitor(network) });
  });
}
