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
import { recordInBackground } from '../audit/background.js';
import { recordEvent } from '../audit/record.js';
import type { Services } from '../../graphql/context.js';
import { ConcurrencyQueue } from '../../core/concurrency-queue.js';
import { writeArchive } from './archive.js';
import { withPrefixes } from '../../rest/prefixes.js';
import { withoutLimit } from '../../db/statement-timeout.js';

/**
 * Limits concurrent exports. With the embedded database, each export is stored in a temporary file until its client has
 * received it.
 */
const exports = new ConcurrencyQueue({ total: 20, perKey: 1 });
/**
 * Limits exports that read the database at the same time. On a database server, each export holds a connection until
 * its client has received it.
 */
const reads = new ConcurrencyQueue({ total: 3 });

/** Interval at which the download rate is checked. */
const RATE_CHECK_INTERVAL_MS = 30_000;
/** Minimum download rate. A slower client is disconnected, because it blocks the exports of other clients. */
const MIN_BYTES_PER_SECOND = 32 * 1024;

/** Adds `GET /account/export`, which streams all data of the account as a ZIP file. */
export function exportRoutes(router: Router, services: Services, intervalMs = RATE_CHECK_INTERVAL_MS): void {
  const { database } = services.orm;
  const folder = join(services.config.DATA_DIR, 'exports-in-progress');
  // Removes files that a killed process left. No other process or operator uses a folder of this name at the same time.
  if (database.pglite) rmSync(folder, { recursive: true, force: true });
  router.get(withPrefixes('/account/export'), async (ctx) => {
    const identity = requireSession(ctx);
    if (ctx.method === 'HEAD') return describe(ctx);
    const { accountId } = identity;
    const by = actorOf(identity);
    await recordEvent(database.inRole(accountId), accountId, { action: AuditAction.export_started, by });
    const closed = new AbortController();
    ctx.res.once('close', () => closed.abort());
    const endExport = await exports.acquire(accountId);
    const endRead = await reads.acquire(accountId);
    const end = () => {
      endRead();
      endExport();
    };
    try {
      closed.signal.throwIfAborted();
      const db = database.inRole(accountId);
      const archive = await withoutLimit(() =>
        database.pglite
          ? writeArchiveFile(db, accountId, folder, closed.signal)
          : streamArchive(db, accountId, closed.signal),
      );
      archive.once('close', end);
      // The file is complete, so a slow client no longer blocks other exports.
      if (database.pglite) endRead();
      describe(ctx);
      // Not earlier, because the response with an error also ends with this event. An archive that fails later closes the
      // connection without it.
      ctx.res.once('finish', () =>
        recordInBackground(services, accountId, { action: AuditAction.export_completed, by }),
      );
      send(ctx, archive, intervalMs);
    } catch (error) {
      end();
      // An error is expected if the client has disconnected.
      if (!closed.signal.aborted) throw error;
    }
  });
}

function describe(ctx: Context): void {
  ctx.status = 200;
  ctx.attachment(`queenbook-${new Date().toISOString().slice(0, 10)}.zip`);
  ctx.type = 'application/zip';
  ctx.set('Cache-Control', 'no-store');
}

/** Sends the archive. An error closes the connection, so that the client recognizes an incomplete download. */
function send(ctx: Context, archive: Readable, intervalMs: number): void {
  const cut = () => ctx.res.destroy();
  // The client has already disconnected.
  if (ctx.res.closed) return void archive.destroy();
  archive.once('error', cut);
  const { socket } = ctx.res;
  let before = socket?.bytesWritten ?? 0;
  const timer = setInterval(() => {
    const bytes = socket?.bytesWritten ?? 0;
    // Without waiting data, the database is slow, not the client.
    const isWaiting = ctx.res.writableLength > 0;
    if (isWaiting && bytes - before < (MIN_BYTES_PER_SECOND * intervalMs) / 1000) cut();
    before = bytes;
  }, intervalMs);
  ctx.res.once('close', () => clearInterval(timer));
  ctx.body = archive;
}

const snapshotTransaction = (db: Kysely<unknown>) =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');

/**
 * Streams the archive from one transaction that lasts as long as the download. The promise resolves when streaming
 * starts.
 */
function streamArchive(db: Kysely<unknown>, accountId: string, gone: AbortSignal): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const archive = new ZipFile();
    const output = archive.outputStream as Readable;
    // The promise and `send` handle errors. Without this listener, an error event would end the process.
    output.on('error', () => undefined);
    const aborted = new AbortController();
    output.once('close', () => aborted.abort());
    snapshotTransaction(db)
      .execute(async (transaction) => {
        gone.throwIfAborted();
        resolve(output);
        await writeArchive(transaction, accountId, archive, aborted.signal);
      })
      .catch((error: Error) => {
        reject(error);
        output.destroy(error);
      });
  });
}

/**
 * Writes the archive to a file first, so that a slow client does not block the only connection of the embedded
 * database.
 */
async function writeArchiveFile(
  db: Kysely<unknown>,
  accountId: string,
  folder: string,
  gone: AbortSignal,
): Promise<Readable> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, uuid());
  const discard = () => rm(path, { force: true });
  try {
    await snapshotTransaction(db).execute(async (transaction) => {
      const archive = new ZipFile();
      const left = new AbortController();
      const signal = AbortSignal.any([gone, left.signal]);
      const written = pipeline(archive.outputStream, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
      // If the file cannot be written (for example, the disk is full), the export must stop. Otherwise, it would wait
      // forever.
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
