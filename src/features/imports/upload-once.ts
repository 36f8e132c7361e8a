import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'koa';
import type { Services } from '../../graphql/context.js';
import { idempotency } from '../../rest/write-options.js';
import { findIdempotentResult, isDuplicateRequest, type Idempotency } from '../../db/idempotency.js';
import type { Received } from './receive.js';
import type { ImportKey } from './findings.js';

/** What of an upload must be the same when it comes again: the file, by a digest of it, and all that was sent with it. */
export async function sameUpload(ctx: Context, { path, filename, fields }: Received): Promise<Idempotency | undefined> {
  if (ctx.get('Idempotency-Key') === '') return undefined;
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  const sent = [...fields].sort(([one], [other]) => (one < other ? -1 : 1));
  return idempotency(ctx, { method: 'POST', path: '/imports' }, [digest.digest('base64url'), filename, sent]);
}

/**
 * Takes an upload in, but for one that comes again.
 * @returns the import; of a request that was carried out before under its `Idempotency-Key`, that of then
 * @throws {ServiceError} `conflict` where the key came with another request
 */
export async function once(
  { orm }: Pick<Services, 'orm'>,
  accountId: string,
  request: Idempotency | undefined,
  stage: () => Promise<ImportKey>,
): Promise<ImportKey> {
  const before = async (): Promise<ImportKey | undefined> => {
    const [importId] = (request && (await findIdempotentResult(orm.database.kysely, accountId, request))) ?? [];
    return importId === undefined ? undefined : { accountId, importId };
  };
  const known = await before();
  if (known) return known;
  try {
    return await stage();
  } catch (error) {
    // A file may take long to be read; of several at once the first to be read is kept.
    const meanwhile = isDuplicateRequest(error) ? await before() : undefined;
    if (!meanwhile) throw error;
    return meanwhile;
  }
}
