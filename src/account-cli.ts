import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { addAccount, findByEmail } from './accounts/accounts.js';
import { check, email } from './accounts/input.js';
import { makePasswordLink } from './accounts/password-links.js';
import { runCommand, say, UsageError } from './command.js';
import type { Config } from './config.js';
import { ServiceError } from './errors.js';
import type { Orm } from './orm.js';

const USAGE = `Usage: npm run account -- add EMAIL [--name NAME]
       npm run account -- reset EMAIL

add     opens an account and prints a one-time link with which its owner sets the password
reset   prints a one-time link to set a new password; it ends the account's sessions when it is used

A link is valid for 24 hours. The embedded database takes one process at a time: stop the service before.`;

await runCommand(USAGE, () => {
  const { command, address, name, help } = readArguments();
  if (help) {
    say(USAGE);
    return undefined;
  }
  return async (orm, config) => {
    await upToDate(orm, config);
    const account = command === 'add' ? await add(orm, address, name) : await find(orm, address);
    const token = await makePasswordLink({ orm }, account.id);
    say(
      `${command === 'add' ? 'Account added' : 'New password'} for ${account.email}. This link is valid once, for 24 hours:`,
    );
    say(`${baseUrl(config)}/password#token=${token}`);
  };
});

/** @throws {UsageError} */
function readArguments() {
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: { name: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { values, positionals } = parsed;
  const [command = '', address = '', ...rest] = positionals;
  if (values.help) return { command, address, help: true };
  if (command !== 'add' && command !== 'reset') throw new UsageError('Say "add" or "reset".');
  if (address === '' || rest.length > 0) throw new UsageError(`Say one e-mail address after "${command}".`);
  if (values.name !== undefined && command !== 'add') throw new UsageError('--name goes with "add" only.');
  return { command, address, name: values.name, help: false };
}

async function add(orm: Orm, address: string, name = address.split('@')[0] ?? '') {
  return addAccount({ orm }, { email: address, name });
}

async function find(orm: Orm, address: string) {
  const given = check({ email }, { email: address });
  const account = await findByEmail(orm.fork(), given.email);
  if (!account) throw new ServiceError('not_found', `There is no account with the address ${given.email}.`);
  return account;
}

async function upToDate(orm: Orm, { MIGRATE }: Config): Promise<void> {
  if (MIGRATE) await orm.migrate();
  else if ((await orm.pending()).length > 0) {
    throw new ServiceError('unavailable', 'The database is not up to date: run "npm run migrate" first.');
  }
}

/** Where the service is found; an address that means "all of them" is none to open in a browser. */
function baseUrl({ PUBLIC_URL, HOST, PORT }: Config): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/\/+$/, '');
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}
