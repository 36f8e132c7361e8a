import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { sql, type RawBuilder } from 'kysely';
import { v7 } from 'uuid';
import { OPERATOR, visitor, type Actor } from '../audit/actor.js';
import { AuditAction } from '../audit/audit.enums.js';
import { recordRepeatedInBackground } from '../audit/background.js';
import { recordEvent } from '../audit/record.js';
import type { Services } from '../../graphql/context.js';
import { invalid, ServiceError, unauthenticated, type Fault } from '../../core/errors.js';
import type { Em } from '../../db/orm.js';
import { Account } from './account.entity.js';
import { limitAttempts } from './sign-in-attempts.js';
import { limitAccountCreation } from './account-creation-limit.js';
import { accountName, check, email, NEW_ACCOUNT } from './input.js';
import { hashPassword, verifyPassword } from './password.js';

/** An account with a password. Only accounts with a password can have sessions. */
export type OpenAccount = Account & { passwordHash: string };

/**
 * Creates an account.
 * @param input unvalidated `email`, `name` and `password`
 * @param network network of the client; absent for the operator
 * @throws {ServiceError} `validation_failed`, `conflict` if the email address is taken, or `rate_limited`
 */
export async function openAccount(services: Services, input: unknown, network?: string): Promise<OpenAccount> {
  const newAccount = check(NEW_ACCOUNT, input);
  if (network !== undefined) await limitAccountCreation(services, network);
  // The password is hashed before the insert, so that the response time does not reveal whether the address is taken.
  const passwordHash = await hashPassword(newAccount.password);
  const by = network === undefined ? OPERATOR : visitor(network);
  return (await insertAccount(services.orm.fork(), by, { ...newAccount, passwordHash })) as OpenAccount;
}

/**
 * Creates an account without a password. The owner sets a password later with a one-time link.
 * @throws {ServiceError} `validation_failed`, or `conflict` if the email address is taken
 */
export async function addAccount(
  services: Pick<Services, 'orm'>,
  input: { email: string; name: string },
): Promise<Account> {
  const newAccount = check({ email, name: accountName }, input);
  return insertAccount(services.orm.fork(), OPERATOR, { ...newAccount, passwordHash: null });
}

/**
 * Finds an account by email address and password. The error does not reveal which value is wrong.
 * @param network network of the client
 * @throws {ServiceError} `invalid_credentials`, or `rate_limited` after repeated failures
 */
export async function signIn(
  services: Services,
  credentials: { email: string; password: string },
  network: string,
): Promise<OpenAccount> {
  const address = email.safeParse(credentials.email).data ?? credentials.email;
  let account: Account | undefined;
  const isRight = await limitAttempts(services, { email: address, network }, async () => {
    account = await findByEmail(services.orm.fork(), address);
    return verifyPassword(account?.passwordHash, credentials.password);
  });
  if (!isRight) {
    const by = visitor(network);
    if (account) recordRepeatedInBackground(services, account.id, { action: AuditAction.sign_in_failed, by });
    throw new ServiceError('invalid_credentials', 'The email address or the password is wrong.');
  }
  return account as OpenAccount;
}

/**
 * Sets a new password and ends all other sessions of the account.
 * @param change `keepSession` is the `id_hash` of the current session
 * @throws {ServiceError} `validation_failed` if the current password is wrong, or `rate_limited`
 */
export async function changePassword(
  services: Services,
  accountId: string,
  change: { current: string; next: string; by: Actor; network: string; keepSession?: string },
): Promise<void> {
  const { current, next, by, network, keepSession } = change;
  const account = await findAccount(services, accountId);
  const right = await limitAttempts(services, { email: account.email, network }, () =>
    verifyPassword(account.passwordHash, current),
  );
  if (!right) throw wrongPassword();
  const passwordHash = await hashPassword(next);
  await services.orm.fork().transactional(async (em) => {
    const isCurrent = sql`password_hash = ${account.passwordHash}`;
    if (!(await setPassword(em, accountId, passwordHash, isCurrent, keepSession))) throw wrongPassword();
    await recordEvent(databaseOf(em), accountId, { action: AuditAction.password_changed, by });
  });
}

/**
 * Sets the password hash. Deletes all password links, and all sessions except `keep`. Must run in a transaction.
 * @param condition condition on the row of the account, because another request may have changed the password or
 *   deleted the account in the meantime
 * @returns false if the account does not satisfy the condition; nothing is then written
 */
export async function setPassword(
  em: Em,
  accountId: string,
  passwordHash: string,
  condition: RawBuilder<unknown>,
  keep = '',
): Promise<boolean> {
  const kysely = em.getKysely();
  const { numAffectedRows } = await sql`
    update account set password_hash = ${passwordHash}, updated_at = now() where id = ${accountId} and ${condition}`.execute(
    kysely,
  );
  if (numAffectedRows === 0n) return false;
  await sql`delete from session where account_id = ${accountId} and id_hash <> ${keep}`.execute(kysely);
  await sql`delete from password_link where account_id = ${accountId}`.execute(kysely);
  return true;
}

/** @throws {ServiceError} `unauthenticated` if the account was deleted */
export async function findAccount(services: Services, id: string): Promise<Account> {
  const account = await services.orm.fork().findOne(Account, { id });
  if (!account) throw unauthenticated();
  return account;
}

/**
 * Finds an account by its address. Always runs one statement, so that the response time does not reveal whether the
 * address has an account.
 */
export async function findByEmail(em: Em, address: string): Promise<Account | undefined> {
  const { rows } = await sql<object>`select * from account where lower(email) = lower(${address})`.execute(
    em.getKysely(),
  );
  return rows[0] && em.map(Account, rows[0]);
}

async function insertAccount(
  em: Em,
  by: Actor,
  newAccount: { email: string; name: string; passwordHash: string | null },
): Promise<Account> {
  const now = new Date();
  const id = v7();
  const account = em.create(Account, {
    id,
    email: newAccount.email,
    name: newAccount.name,
    passwordHash: newAccount.passwordHash,
    language: 'en',
    createdAt: now,
    updatedAt: now,
  });
  try {
    await em.transactional(async (tx) => {
      await tx.persist(account).flush();
      await recordEvent(databaseOf(tx), id, { action: AuditAction.account_opened, by });
    });
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw emailTaken();
    throw error;
  }
  return account;
}

const databaseOf = (em: Em) => em.getKysely<unknown>();

function wrongPassword(): ServiceError {
  return invalid([{ path: 'current_password', message: 'is not the current password', code: 'wrong_password' }]);
}

function emailTaken(): ServiceError {
  const errors: Fault[] = [{ path: 'email', message: 'already has an account', code: 'email_taken' }];
  return new ServiceError('conflict', 'An account with this email address already exists.', { errors });
}
