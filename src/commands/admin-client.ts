import { request, type IncomingMessage } from 'node:http';
import type { Config } from '../core/config.js';
import { adminSocketPath } from './admin-path.js';
import { CommandError } from '../core/command-error.js';

/** Nobody is at the desk: the service does not run, or has a server for its database. */
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED']);

/** @returns undefined where no service has the database in hand. @throws {CommandError} with what the service says */
export async function runOnService(
  config: Config,
  name: string,
  input: object,
): Promise<{ data: unknown } | undefined> {
  const answer = await requestService(config, name, input);
  if (!answer) return undefined;
  return JSON.parse(await textOf(answer)) as { data: unknown };
}

/** The answer as it comes in. @returns undefined where no service has the database in hand. @throws {CommandError} */
export async function requestService(
  config: Config,
  name: string,
  input: object,
): Promise<IncomingMessage | undefined> {
  const socketPath = adminSocketPath(config);
  if (socketPath === null) return undefined;
  const answer = await new Promise<IncomingMessage | undefined>((resolve, reject) => {
    const asked = request({ socketPath, path: `/${name}`, method: 'POST' }, resolve);
    asked.on('error', (error: NodeJS.ErrnoException) =>
      NOBODY.has(error.code ?? '') ? resolve(undefined) : reject(error),
    );
    asked.end(JSON.stringify(input));
  });
  if (answer && answer.statusCode !== 200) throw new CommandError(await textOf(answer));
  return answer;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  answer.setEncoding('utf8');
  for await (const chunk of answer) text += chunk;
  return text;
}
