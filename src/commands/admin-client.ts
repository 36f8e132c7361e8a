import { request, type IncomingMessage } from 'node:http';
import type { Config } from '../core/config.js';
import { adminSocketPath } from './admin-path.js';
import { CommandError } from '../core/command-error.js';

/** Error codes if no service is listening: it is not running, or uses a PostgreSQL server. */
const NOT_RUNNING_CODES = new Set(['ENOENT', 'ECONNREFUSED']);

/**
 * Runs work in the service that has the embedded database open. @returns undefined if there is none. @throws
 * {CommandError} with the message of the service
 */
export async function runOnService(
  config: Config,
  name: string,
  input: object,
): Promise<{ data: unknown } | undefined> {
  const answer = await requestService(config, name, input);
  if (!answer) return undefined;
  return JSON.parse(await textOf(answer)) as { data: unknown };
}

/**
 * Sends a request to the service. @returns undefined if no service has the embedded database open. @throws
 * {CommandError} with its message
 */
export async function requestService(
  config: Config,
  name: string,
  input: object,
): Promise<IncomingMessage | undefined> {
  const socketPath = adminSocketPath(config);
  if (socketPath === null) return undefined;
  const answer = await new Promise<IncomingMessage | undefined>((resolve, reject) => {
    const adminRequest = request({ socketPath, path: `/${name}`, method: 'POST' }, resolve);
    adminRequest.on('error', (error: NodeJS.ErrnoException) =>
      NOT_RUNNING_CODES.has(error.code ?? '') ? resolve(undefined) : reject(error),
    );
    adminRequest.end(JSON.stringify(input));
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
