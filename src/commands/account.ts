import { UsageError, type Call, type Command, type Outcome } from './command.js';
import { runWork } from './run-work.js';

const HELP = `Usage: queenbook account add EMAIL [--name NAME]
       queenbook account reset EMAIL
       queenbook account list
       queenbook account delete EMAIL --yes

add     opens an account and prints a one-time link with which its owner sets the password
reset   prints a one-time link to set a new password; it ends the account's sessions when it is used
list    says which accounts there are
delete  ends the account's sessions and keys and takes all that belongs to it, for good

A link is valid for 24 hours.

Examples:
  queenbook account add anna@example.org --name "Anna Beck"
  queenbook account reset anna@example.org
  queenbook account list --json`;

export const account: Command = {
  summary: 'open, list and delete accounts, and make links to set a password',
  help: HELP,
  options: { name: { type: 'string' }, yes: { type: 'boolean' } },
  positionals: true,
  run(call) {
    const [action = '', ...rest] = call.positionals;
    const doIt = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (!doIt) throw wrong(`Say "add", "reset", "list" or "delete"${action && `, not "${action}"`}.`);
    if (call.values.name !== undefined && action !== 'add') throw wrong('--name goes with "add" only.');
    if (call.values.yes !== undefined && action !== 'delete') throw wrong('--yes goes with "delete" only.');
    return doIt(call, rest);
  },
};

const ACTIONS: Record<string, (call: Call, rest: string[]) => Promise<Outcome>> = {
  async add({ config, values }, rest) {
    const email = address('add', rest);
    const name = values.name === undefined ? email.split('@')[0]! : String(values.name);
    const data = await runWork(config(), 'account.add', { email, name });
    return { lines: [`Account added for ${data.email}. ${LINK}`, data.link], data };
  },
  async reset({ config }, rest) {
    const data = await runWork(config(), 'account.reset', { email: address('reset', rest) });
    return { lines: [`New password for ${data.email}. ${LINK}`, data.link], data };
  },
  async list({ config }, rest) {
    if (rest.length > 0) throw wrong(`Nothing goes behind "list", and there is "${rest[0]}".`);
    const data = await runWork(config(), 'account.list', {});
    const lines = data.accounts.map(({ email, name, created_at, queens, state }) =>
      [email, name, `since ${created_at.slice(0, 10)}`, `${queens} queens`, ...(state === 'open' ? [] : [state])].join(
        '  ',
      ),
    );
    return { lines: lines.length > 0 ? lines : ['There is no account.'], data };
  },
  async delete({ config, values }, rest) {
    const email = address('delete', rest);
    if (!values.yes) throw wrong(`"delete" takes all that belongs to ${email}, for good: say --yes as well.`);
    const data = await runWork(config(), 'account.delete', { email });
    return { lines: [`Account of ${data.email} deleted, with all that belonged to it.`], data };
  },
};

const LINK = 'This link is valid once, for 24 hours:';

const wrong = (message: string) => new UsageError(`${message} See "queenbook account --help".`);

/** @throws {UsageError} */
function address(action: string, [email = '', ...more]: string[]): string {
  if (email === '' || more.length > 0) {
    throw wrong(`Say one e-mail address behind "${action}"${more[0] === undefined ? '' : `, without "${more[0]}"`}.`);
  }
  return email;
}
