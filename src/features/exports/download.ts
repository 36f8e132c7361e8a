import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type Router from '@koa/router';
import type { Kysely } from 'kysely';
import type { Context } from 'koa';
import { v7 as uuid } from 'uuid';
import { ZipFile } from 'yazl';
import { requireSession } from '../../auth/session-only.js';
import { actorOf } from '../audit/actor.js';
import { AuditAction } from '../audit/audit.enums.js';
import { noteBeside } from '../audit/later.js';
import { note } from '../audit/record.js';
import type { Services } from '../../graphql/context.js';
import { ConcurrencyQueue } from '../../core/concurrency-queue.js';
import { writeArchive } from './archive.js';
import { withPrefixes } from '../../rest/prefixes.js';
import { withoutLimit } from '../../db/statement-timeout.js';

/** Exports that exist at once: with the embedded database each is a file until its client has received it. */
const exports = new ConcurrencyQueue({ total: 20, perKey: 1 });
/** Exports that read at once: on a server each holds a connection until its client has received it. */
const reads = new ConcurrencyQueue({ total: 3 });

/** How often it is looked whether the client takes the export in, in milliseconds. */
const PATIENCE = 30_000;
/** Bytes a second that it must take: one that lets them drip would keep all others waiting. */
const LEAST_RATE = 32 * 1024;

/** `GET /account/export`: everything of the account as a ZIP, streamed. */
export function exportRoutes(router: Router, services: Services, patience = PATIENCE): void {
  const { database } = services.orm;
  const folder = join(services.config.DATA_DIR, 'exports');
  // What a process left that was killed; the folder belongs to one process at a time.
  if (database.pglite) rmSync(folder, { recursive: true, force: true });
  router.get(withPrefixes('/account/export'), async (ctx) => {
    const identity = requireSession(ctx);
    if (ctx.method === 'HEAD') return describe(ctx);
    const { accountId } = identity;
    const by = actorOf(identity);
    await note(database.inRole(accountId), accountId, { action: AuditAction.export_started, by });
    ctx.res.once('finish', () => noteBeside(services, accountId, { action: AuditAction.export_completed, by }));
    const gone = new AbortController();
    ctx.res.once('close', () => gone.abort());
    const endExport = await exports.acquire(accountId);
    const endRead = await reads.acquire(accountId);
    const end = () => {
      endRead();
      endExport();
    };
    try {
      gone.signal.throwIfAborted();
      const db = database.inRole(accountId);
      const archive = await withoutLimit(() =>
        database.pglite ? throughFile(db, accountId, folder, gone.signal) : straight(db, accountId, gone.signal),
      );
      archive.once('close', end);
      // From a file, how long the client takes is nobody else's matter.
      if (database.pglite) endRead();
      describe(ctx);
      send(ctx, archive, patience);
    } catch (error) {
      end();
      // Nobody is there to hear of it.
      if (!gone.signal.aborted) throw error;
    }
  });
}

function describe(ctx: Context): void {
  ctx.status = 200;
  ctx.attachment(`queenbook-${new Date().toISOString().slice(0, 10)}.zip`);
  ctx.type = 'application/zip';
  ctx.set('Cache-Control', 'no-store');
}

/** A download that breaks off must not look as if it were whole: the line is cut. */
function send(ctx: Context, archive: Readable, patience: number): void {
  const cut = () => ctx.res.destroy();
  // Whoever left meanwhile: nothing more is heard of that.
  if (ctx.res.closed) return void archive.destroy();
  archive.once('error', cut);
  const { socket } = ctx.res;
  let before = socket?.bytesWritten ?? 0;
  const timer = setInterval(() => {
    const written = socket?.bytesWritten ?? 0;
    if (written - before < (LEAST_RATE * patience) / 1000) cut();
    before = written;
  }, patience);
  ctx.res.once('close', () => clearInterval(timer));
  ctx.body = archive;
}

const moment = (db: Kysely<unknown>) =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');

/** Out of one transaction that lasts as long as the download. Settles when it has begun. */
function straight(db: Kysely<unknown>, accountId: string, gone: AbortSignal): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const archive = new ZipFile();
    const output = archive.outputStream as Readable;
    // Where nobody takes it in yet, the promise tells; an error that nobody hears would end the process.
    output.on('error', () => undefined);
    const left = new AbortController();
    output.once('close', () => left.abort());
    moment(db)
      .execute(async (transaction) => {
        gone.throwIfAborted();
        resolve(output);
        await writeArchive(transaction, accountId, archive, left.signal);
      })
      .catch((error: Error) => {
        reject(error);
        output.destroy(error);
      });
  });
}

/** The embedded database has one connection, which must not wait for a client: the archive is made first. */
async function throughFile(
  db: Kysely<unknown>,
  accountId: string,
  folder: string,
  gone: AbortSignal,
): Promise<Readable> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, uuid());
  const discard = () => rm(path, { force: true });
  try {
    await moment(db).execute(async (transaction) => {
      const archive = new ZipFile();
      const left = new AbortController();
      const signal = AbortSignal.any([gone, left.signal]);
      const written = pipeline(archive.outputStream, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
      // A disk that is full ends the work, which would wait for the file to take more.
      written.catch(() => left.abort());
      await writeArchive(transaction, accountId, archive, signal);
      await written;
    });
    const file = createReadStream(path);
    file.once('close', () => void discard());
    return file;
  } catch (error) {
    await discard();
    throw error;
  }
}
