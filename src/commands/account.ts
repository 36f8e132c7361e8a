import { UsageError, type Call, type Command, type Outcome } from './command.js';
import { runWork } from './run-work.js';

const HELP = `Usage: queenbook account add EMAIL [--name NAME]
       queenbook account reset EMAIL
       queenbook account list
       queenbook account delete EMAIL --yes

add     creates an account and prints a one-time link for setting the password
reset   prints a one-time link for setting a new password; setting it ends the account's sessions
list    lists the accounts
delete  permanently deletes the account with its sessions, API keys and all data

A link is valid for 24 hours.

Examples:
  queenbook account add anna@example.org --name "Anna Beck"
  queenbook account reset anna@example.org
  queenbook account list --json`;

export const account: Command = {
  summary: 'add, list and delete accounts, and create links for setting a password',
  help: HELP,
  options: { name: { type: 'string' }, yes: { type: 'boolean' } },
  positionals: true,
  run(call) {
    const [action = '', ...rest] = call.positionals;
    const handler = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (!handler)
      throw usageError(`The action must be "add", "reset", "list" or "delete"${action && `, not "${action}"`}.`);
    if (call.values.name !== undefined && action !== 'add') throw usageError('--name is only allowed with "add".');
    if (call.values.yes !== undefined && action !== 'delete') throw usageError('--yes is only allowed with "delete".');
    return handler(call, rest);
  },
};

const ACTIONS: Record<string, (call: Call, rest: string[]) => Promise<Outcome>> = {
  async add({ config, values }, rest) {
    const email = parseEmail('add', rest);
    const name = String(values.name ?? email.split('@')[0]);
    const data = await runWork(config(), 'account.add', { email, name });
    return { lines: [`Account added for ${data.email}. ${LINK_INTRO}`, data.link], data };
  },
  async reset({ config }, rest) {
    const data = await runWork(config(), 'account.reset', { email: parseEmail('reset', rest) });
    return { lines: [`Link for setting a new password for ${data.email}. ${LINK_INTRO}`, data.link], data };
  },
  async list({ config }, rest) {
    if (rest.length > 0) throw usageError(`"list" takes no arguments, but there is "${rest[0]}".`);
    const data = await runWork(config(), 'account.list', {});
    const lines = data.accounts.map(({ email, name, created_at, queens, state }) =>
      [email, name, `since ${created_at.slice(0, 10)}`, `${queens} queens`, ...STATE_WORDS[state]].join('  '),
    );
    return { lines: lines.length > 0 ? lines : ['No accounts.'], data };
  },
  async delete({ config, values }, rest) {
    const email = parseEmail('delete', rest);
    if (!values.yes)
      throw usageError(`"delete" permanently deletes ${email} and all data of the account. Confirm with --yes.`);
    const data = await runWork(config(), 'account.delete', { email });
    return { lines: [`Deleted the account ${data.email} and all its data.`], data };
  },
};

const STATE_WORDS = { open: [], waiting: ['no password yet'], leaving: ['being deleted'] } as const;

const LINK_INTRO = 'This link is valid once, for 24 hours:';

const usageError = (message: string) => new UsageError(`${message} See "queenbook account --help".`);

/** @throws {UsageError} */
function parseEmail(action: string, [email = '', ...more]: string[]): string {
  if (email === '' || more.length > 0) {
    throw usageError(
      `"${action}" takes one e-mail address${more[0] === undefined ? '' : `, but there is also "${more[0]}"`}.`,
    );
  }
  return email;
}
