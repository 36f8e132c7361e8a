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
import { WORK } from './work/work.js';

const MOST = 10_000;

/**
 * Takes commands for the embedded database while the service has it in hand: one process at a time may have it open.
 * The desk is a socket in the data folder, which opens for whoever may read the database itself, and for nobody else.
 * @returns what closes it
 */
export async function openAdminSocket(services: Services): Promise<() => Promise<void>> {
  const path = adminSocketPath(services.config);
  if (path === null) return () => Promise.resolve();
  // The folder is this process's own by now: what lies there was left behind.
  rmSync(path, { force: true });
  const means: WorkContext = { ...services, running: process.pid };
  const folder = join(services.config.DATA_DIR, 'backups');
  rmSync(folder, { recursive: true, force: true });
  const server = createServer((asked, answer) => {
    const served = asked.url === '/backup' ? sendBackup(means, folder, answer) : serve(means, asked, answer);
    served.catch((error: unknown) => {
      services.log.warn({ err: error }, 'desk');
      answer.destroy();
    });
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    chmodSync(path, 0o600);
  } catch (error) {
    // A file system without sockets: commands will say that the database is in use.
    services.log.warn({ err: error }, 'desk');
    return () => Promise.resolve();
  }
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** Written aside first: the database waits for it, and must not wait for whoever takes it in. */
async function sendBackup({ orm }: WorkContext, folder: string, answer: ServerResponse): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.zip`);
  try {
    await writeBackup(orm.database, path);
    await pipeline(createReadStream(path), answer);
  } catch (error) {
    if (answer.headersSent) throw error;
    answer.writeHead(400).end(reason(error));
  } finally {
    await rm(path, { force: true });
  }
}

async function serve(means: WorkContext, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const name = asked.url?.slice(1) ?? '';
  const work = Object.hasOwn(WORK, name) ? WORK[name as keyof typeof WORK] : undefined;
  let text: string;
  try {
    if (!work) throw new CommandError('The service that runs is of another version, and does not know this.');
    const doIt = work as (means: WorkContext, input: unknown) => Promise<object>;
    text = JSON.stringify({ data: await doIt(means, JSON.parse(await bodyOf(asked))) });
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof CommandError)) means.log.error({ err: error }, 'desk');
    answer.statusCode = 400;
    text = reason(error);
  }
  answer.end(text);
}

async function bodyOf(asked: IncomingMessage): Promise<string> {
  let text = '';
  asked.setEncoding('utf8');
  for await (const chunk of asked) {
    text += chunk;
    if (text.length > MOST) throw new CommandError('The command is too long.');
  }
  return text;
}
