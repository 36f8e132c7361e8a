import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Client } from './client.js';
import { factories } from './factories.js';

export interface NewAccount {
  email: string;
  password: string;
  name: string;
}

/**
 * The cheapest parameters of Argon2id. The service accepts them, because it reads the parameters from the hash. Other
 * tests check the parameters of real accounts.
 */
const COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

const complete = (overrides: Partial<NewAccount>): NewAccount => {
  const name = `anna-${randomBytes(4).toString('hex')}`;
  return { email: `${name}@example.org`, password: 'a good long password', name, ...overrides };
};

/** Inserts an account with a cheap password hash. */
export async function insertAccount(database: unknown, overrides: Partial<NewAccount> = {}) {
  const account = complete(overrides);
  const { password, ...row } = account;
  return { ...account, id: await factories(database).account({ ...row, password_hash: await hash(password, COST) }) };
}

/** Registers an account in the same way as a user. The client is then signed in. */
export async function openAccount(client: Client, overrides: Partial<NewAccount> = {}) {
  const account = complete(overrides);
  const { status, body } = await client.post('/api/accounts', account);
  if (status !== 201) throw new Error(`The account was not opened: ${status} ${JSON.stringify(body)}`);
  return Object.assign(client, { account: { ...account, id: body.data.id as string } });
}
