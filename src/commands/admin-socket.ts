import { randomUUID } from 'node:crypto';
import { chmodSync, createReadStream, mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeBackup } from '../backups/write-backup.js';
import type { Services } from '../graphql/context.js';
import { ServiceError } from '../core/errors.js';
import { adminSocketPath } from './admin-path.js';
import { CommandError } from '../core/command-error.js';
import { reason } from './reason.js';
import type { WorkContext } from './work/work-context.js';
import { WORK_HANDLERS } from './work/work.js';

const MAX_COMMAND_LENGTH = 10_000;

/**
 * Accepts commands for the embedded database while the service has it open, because only one process can open it. The
 * socket is in the data folder, and has the same access rights as the database.
 * @returns a function that closes the socket
 */
export async function openAdminSocket(services: Services): Promise<() => Promise<void>> {
  const path = adminSocketPath(services.config);
  if (path === null) return () => Promise.resolve();
  // This process holds the lock of the folder, so an existing socket is stale.
  rmSync(path, { force: true });
  const context: WorkContext = { ...services, running: process.pid };
  // Removes files that a killed process left. Operators keep files of their own in DATA_DIR, for example backups, so the
  // name must be one that nobody else chooses.
  const folder = join(services.config.DATA_DIR, 'backups-in-progress');
  rmSync(folder, { recursive: true, force: true });
  const server = createServer((request, response) => {
    const serving =
      request.url === '/backup' ? sendBackup(context, folder, response) : serve(context, request, response);
    serving.catch((error: unknown) => {
      services.log.warn({ err: error }, 'responding to a command failed');
      response.destroy();
    });
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    chmodSync(path, 0o600);
  } catch (error) {
    // For example, the file system does not support sockets. Commands then report that the database is in use.
    services.log.warn({ err: error }, 'opening the socket for commands failed');
    return () => Promise.resolve();
  }
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/**
 * Writes the backup to a file, and then sends the file. The database is blocked while the backup is written, so writing
 * must not wait for a slow client.
 */
async function sendBackup({ orm }: WorkContext, folder: string, response: ServerResponse): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.zip`);
  try {
    await writeBackup(orm.database, path);
    await pipeline(createReadStream(path), response);
  } catch (error) {
    if (response.headersSent) throw error;
    response.writeHead(400).end(reason(error));
  } finally {
    await rm(path, { force: true });
  }
}

async function serve(context: WorkContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const name = request.url?.slice(1) ?? '';
  const work = Object.hasOwn(WORK_HANDLERS, name) ? WORK_HANDLERS[name as keyof typeof WORK_HANDLERS] : undefined;
  let text: string;
  try {
    if (!work) throw new CommandError('The running service has another version, which does not have this command.');
    const run = work as (context: WorkContext, input: unknown) => Promise<object>;
    text = JSON.stringify({ data: await run(context, JSON.parse(await bodyOf(request))) });
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof CommandError))
      context.log.error({ err: error }, 'a command failed');
    response.statusCode = 400;
    text = reason(error);
  }
  response.end(text);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MAX_COMMAND_LENGTH) throw new CommandError('The command is too long.');
  }
  return text;
}
