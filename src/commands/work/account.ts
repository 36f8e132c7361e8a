import { sql } from 'kysely';
import { addAccount, findByEmail } from '../../features/accounts/accounts.js';
import { check, email } from '../../features/accounts/input.js';
import { deleteAccount } from '../../features/accounts/account-deletion.js';
import { OPERATOR } from '../../features/audit/actor.js';
import { createPasswordLink } from '../../features/accounts/password-links.js';
import type { Config } from '../../core/config.js';
import { ServiceError } from '../../core/errors.js';
import { migrateAll } from '../../db/migrate.js';
import { QUEUES } from '../../features/queues.js';
import type { WorkContext } from './work-context.js';

interface ListedAccount {
  email: string;
  name: string;
  created_at: string;
  queens: number;
  /** `waiting`: the owner has not set a password. `leaving`: the account is being deleted. */
  state: 'open' | 'waiting' | 'leaving';
}

export const account = {
  async add(context: WorkContext, input: { email: string; name: string }) {
    await requireMigrated(context);
    const { id, email } = await addAccount(context, input);
    return { id, email, link: await link(context, id) };
  },

  async reset(context: WorkContext, input: { email: string }) {
    await requireMigrated(context);
    const { id, email } = await findAccount(context, input.email);
    return { id, email, link: await link(context, id) };
  },

  async list(context: WorkContext, _input: object) {
    await requireMigrated(context);
    const { rows } = await sql<ListedAccount>`
      select email, name, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
        (select count(*)::integer from queen where account_id = account.id) as queens,
        case when closed_at is not null then 'leaving' when password_hash is null then 'waiting' else 'open' end as state
      from account order by email`.execute(context.orm.database.kysely);
    return { accounts: rows };
  },

  async delete(context: WorkContext, input: { email: string }) {
    await requireMigrated(context);
    const { id, email } = await findAccount(context, input.email);
    await deleteAccount(context, { id, email }, OPERATOR);
    return { id, email };
  },
};

async function findAccount({ orm }: WorkContext, address: string) {
  const checked = check({ email }, { email: address });
  const found = await findByEmail(orm.fork(), checked.email);
  if (!found) throw new ServiceError('not_found', `There is no account with the address ${checked.email}.`);
  return found;
}

async function requireMigrated({ orm, config }: WorkContext): Promise<void> {
  if ((await orm.pending()).length === 0) return;
  if (config.MIGRATE) await migrateAll(orm, QUEUES);
  else throw new ServiceError('unavailable', 'The database is not up to date: run "npm run migrate" first.');
}

async function link(context: WorkContext, id: string): Promise<string> {
  return `${baseUrl(context.config)}/password#token=${await createPasswordLink(context, id)}`;
}

/**
 * The address of the service, for links. `localhost` replaces a HOST that means "all interfaces", because browsers
 * cannot open such an address.
 */
function baseUrl({ PUBLIC_URL, HOST, PORT }: Config): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/(?<!\/)\/+$/, '');
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}
