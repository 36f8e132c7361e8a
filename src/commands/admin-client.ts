import { request, type IncomingMessage } from 'node:http';
import type { Config } from '../core/config.js';
import { adminSocketPath } from './admin-path.js';
import { CommandError } from '../core/command-error.js';

/**
 * Error codes of a connection to the socket if no service listens on it. Either no service is running, or the service
 * uses a PostgreSQL server, or it could not open the socket.
 */
const NOT_RUNNING_CODES = new Set(['ENOENT', 'ECONNREFUSED']);

/**
 * Runs work in the service that has the embedded database open.
 * @returns undefined if no service accepts commands on the socket
 * @throws {CommandError} with the message of the service
 */
export async function runOnService(
  config: Config,
  name: string,
  input: object,
): Promise<{ data: unknown } | undefined> {
  const response = await requestService(config, name, input);
  if (!response) return undefined;
  return JSON.parse(await textOf(response)) as { data: unknown };
}

/**
 * Sends a request to the service.
 * @returns undefined if no service accepts commands on the socket
 * @throws {CommandError} with the message of the service
 */
export async function requestService(
  config: Config,
  name: string,
  input: object,
): Promise<IncomingMessage | undefined> {
  const socketPath = adminSocketPath(config);
  if (socketPath === null) return undefined;
  const response = await new Promise<IncomingMessage | undefined>((resolve, reject) => {
    const adminRequest = request({ socketPath, path: `/${name}`, method: 'POST' }, resolve);
    adminRequest.on('error', (error: NodeJS.ErrnoException) =>
      NOT_RUNNING_CODES.has(error.code ?? '') ? resolve(undefined) : reject(error),
    );
    adminRequest.end(JSON.stringify(input));
  });
  if (response && response.statusCode !== 200) throw new CommandError(await textOf(response));
  return response;
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) text += chunk;
  return text;
}
