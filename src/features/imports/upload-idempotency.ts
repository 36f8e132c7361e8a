import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'koa';
import type { Services } from '../../graphql/context.js';
import { idempotency } from '../../rest/write-options.js';
import { findIdempotentResult, isDuplicateRequest, type Idempotency } from '../../db/idempotency.js';
import type { Received } from './receive.js';
import type { ImportKey } from './findings.js';

/**
 * Returns the `Idempotency-Key` of an upload, with a digest of the file and all fields. A repeated request must have
 * the same digest.
 */
export async function idempotencyOf(
  ctx: Context,
  { path, filename, fields }: Received,
): Promise<Idempotency | undefined> {
  if (ctx.get('Idempotency-Key') === '') return undefined;
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  const sent = [...fields].sort(([one], [other]) => (one < other ? -1 : 1));
  return idempotency(ctx, { method: 'POST', path: '/imports' }, [digest.digest('base64url'), filename, sent]);
}

/**
 * Stages an upload, unless the request repeats an earlier request.
 * @returns the new import, or the import of the earlier request with the same `Idempotency-Key`
 * @throws {ServiceError} `conflict` if the key was used for another request
 */
export async function stageOnce(
  { orm }: Pick<Services, 'orm'>,
  accountId: string,
  request: Idempotency | undefined,
  stage: () => Promise<ImportKey>,
): Promise<ImportKey> {
  const findEarlier = async (): Promise<ImportKey | undefined> => {
    const [importId] = (request && (await findIdempotentResult(orm.database.kysely, accountId, request))) ?? [];
    return importId === undefined ? undefined : { accountId, importId };
  };
  const known = await findEarlier();
  if (known) return known;
  try {
    return await stage();
  } catch (error) {
    // Identical requests can run at the same time. All these uploads return the import of the first upload that
    // finishes.
    const earlier = isDuplicateRequest(error) ? await findEarlier() : undefined;
    if (!earlier) throw error;
    return earlier;
  }
}
