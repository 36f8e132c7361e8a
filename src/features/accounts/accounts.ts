import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { OPERATOR, visitor, type Actor } from '../audit/actor.js';
import { AuditAction } from '../audit/audit.enums.js';
import { noteAgainBeside } from '../audit/later.js';
import { note } from '../audit/record.js';
import type { Services } from '../../graphql/context.js';
import { invalid, ServiceError, unauthenticated, type Fault } from '../../core/errors.js';
import type { Em } from '../../db/orm.js';
import { Account } from './account.entity.js';
import { limited } from './attempts.js';
import { limitOpening } from './opening-limit.js';
import { accountName, check, email, NEW_ACCOUNT } from './input.js';
import { hashPassword, verifyPassword } from './password.js';

/** An account whose password has been set, as a session needs it. */
export type OpenAccount = Account & { passwordHash: string };

/**
 * Opens an account.
 * @param input `email`, `name` and `password`, unchecked
 * @param network where the request comes from, if it is one
 * @throws {ServiceError} `validation_failed`, `conflict` where the e-mail address has an account, or `rate_limited`
 */
export async function openAccount(services: Services, input: unknown, network?: string): Promise<OpenAccount> {
  const given = check(NEW_ACCOUNT, input);
  if (network !== undefined) await limitOpening(services, network);
  // The same work whether anyone has the address or not: the unique key decides at its end.
  const passwordHash = await hashPassword(given.password);
  const by = network === undefined ? OPERATOR : visitor(network);
  return (await insertAccount(services.orm.fork(), by, { ...given, passwordHash })) as OpenAccount;
}

/** An account without a password, which a one-time link will set. @throws {ServiceError} as `openAccount` */
export async function addAccount(
  services: Pick<Services, 'orm'>,
  input: { email: string; name: string },
): Promise<Account> {
  const given = check({ email, name: accountName }, input);
  return insertAccount(services.orm.fork(), OPERATOR, { ...given, passwordHash: null });
}

/**
 * Finds the account that e-mail address and password name; what of them is wrong is not told.
 * @param network where the request comes from
 * @throws {ServiceError} `invalid_credentials`, or `rate_limited` after repeated failures
 */
export async function signIn(
  services: Services,
  given: { email: string; password: string },
  network: string,
): Promise<OpenAccount> {
  const address = email.safeParse(given.email).data ?? given.email;
  let account: Account | undefined;
  const right = await limited(services, { email: address, network }, async () => {
    account = await findByEmail(services.orm.fork(), address);
    return verifyPassword(account?.passwordHash, given.password);
  });
  if (!right) {
    const by = visitor(network);
    if (account) noteAgainBeside(services, account.id, { action: AuditAction.sign_in_failed, by });
    throw new ServiceError('invalid_credentials', 'The e-mail address or the password is wrong.');
  }
  return account as OpenAccount;
}

/**
 * Sets a new password and ends the account's sessions, but for the one that asks.
 * @param keep the `id_hash` of that session
 * @throws {ServiceError} `validation_failed` where the current password is wrong, or `rate_limited`
 */
export async function changePassword(
  services: Services,
  accountId: string,
  given: { current: string; next: string; by: Actor; network: string; keep?: string },
): Promise<void> {
  const { current, next, by, network, keep } = given;
  const account = await findAccount(services, accountId);
  const right = await limited(services, { email: account.email, network }, () =>
    verifyPassword(account.passwordHash, current),
  );
  if (!right)
    throw invalid([{ path: 'current_password', message: 'is not the current password', code: 'wrong_password' }]);
  const passwordHash = await hashPassword(next);
  await services.orm.fork().transactional(async (em) => {
    await setPassword(em, accountId, passwordHash, keep);
    await note(databaseOf(em), accountId, { action: AuditAction.password_changed, by });
  });
}

/** Within a transaction: whoever signed in with the old password, or holds a link to set one, is out. */
export async function setPassword(em: Em, accountId: string, passwordHash: string, keep = ''): Promise<void> {
  const kysely = em.getKysely();
  await sql`update account set password_hash = ${passwordHash}, updated_at = now() where id = ${accountId}`.execute(
    kysely,
  );
  await sql`delete from session where account_id = ${accountId} and id_hash <> ${keep}`.execute(kysely);
  await sql`delete from password_link where account_id = ${accountId}`.execute(kysely);
}

/** @throws {ServiceError} `unauthenticated` where it has been deleted meanwhile */
export async function findAccount(services: Services, id: string): Promise<Account> {
  const account = await services.orm.fork().findOne(Account, { id });
  if (!account) throw unauthenticated();
  return account;
}

/** One statement, whether anyone has the address or not. */
export async function findByEmail(em: Em, address: string): Promise<Account | undefined> {
  const { rows } = await sql<object>`select * from account where lower(email) = lower(${address})`.execute(
    em.getKysely(),
  );
  return rows[0] && em.map(Account, rows[0]);
}

async function insertAccount(
  em: Em,
  by: Actor,
  given: { email: string; name: string; passwordHash: string | null },
): Promise<Account> {
  const now = new Date();
  const id = v7();
  const account = em.create(Account, {
    id,
    email: given.email,
    name: given.name,
    passwordHash: given.passwordHash,
    language: 'en',
    createdAt: now,
    updatedAt: now,
  });
  try {
    await em.transactional(async (tx) => {
      await tx.persist(account).flush();
      await note(databaseOf(tx), id, { action: AuditAction.account_opened, by });
    });
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw taken();
    throw error;
  }
  return account;
}

const databaseOf = (em: Em) => em.getKysely<unknown>();

function taken(): ServiceError {
  const errors: Fault[] = [{ path: 'email', message: 'has an account already', code: 'email_taken' }];
  return new ServiceError('conflict', 'This e-mail address has an account already.', { errors });
}
