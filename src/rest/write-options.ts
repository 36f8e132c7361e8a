import { hash } from 'node:crypto';
import type { Context } from 'koa';
import type { WriteOptions } from '../graphql/context.js';
import { invalid, ServiceError } from '../core/errors.js';
import type { Em } from '../db/orm.js';
import { readShape, type BodyShape } from './body-shape.js';
import { entityTag, matchesTag } from '../http/conditional.js';
import type { Answer, Route } from './route.js';

/**
 * Implements `If-Match` (RFC 9110, 13.1.1): the write fails if the row has changed. The header is compared with the
 * response of the row's GET, within the write's transaction.
 * @param read returns the response of the row's GET, through a unit of work
 */
export function precondition(ctx: Context, read: (em: Em) => Promise<Answer>): WriteOptions['precondition'] {
  const header = ctx.get('If-Match');
  if (header === '') return undefined;
  return async (em) => {
    const { body } = await read(em);
    if (matchesTag(header, entityTag(JSON.stringify(body)))) return;
    throw new ServiceError('precondition_failed', 'The row has changed; read it again before you change it.');
  };
}

/** The row that a response contains. */
export const entryOf = ({ body }: Answer) => body?.data as Record<string, unknown> | undefined;

/** Checks read-only members again within the transaction of the write, where no concurrent write can change them. */
export function stillMatches(
  shape: BodyShape,
  body: unknown,
  current: (em: Em) => Promise<Answer>,
  before: WriteOptions['precondition'],
): WriteOptions['precondition'] {
  return async (em) => {
    await before?.(em);
    const { faults } = readShape(shape, body, entryOf(await current(em)));
    if (faults.length > 0) throw invalid(faults);
  };
}

/** Whether a route supports `Idempotency-Key`: it sets `idempotent`, or it is a POST with a shape and a mutation. */
export const acceptsIdempotencyKey = ({ method, shape, document, idempotent }: Route): boolean =>
  idempotent === true || (method === 'POST' && shape !== undefined && document.startsWith('mutation'));

/**
 * Implements `Idempotency-Key`: a repeated POST writes nothing, and returns the current state of the rows that the
 * first POST wrote.
 */
export function idempotency(
  ctx: Context,
  route: Pick<Route, 'method' | 'path'>,
  body: unknown,
): WriteOptions['idempotency'] {
  const key = ctx.get('Idempotency-Key');
  if (route.method !== 'POST' || key === '') return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid([
      { path: 'Idempotency-Key', message: 'must have 1 to 255 visible ASCII characters, such as a UUID' },
    ]);
  }
  const request = JSON.stringify([route.method, route.path, ctx.params, body]);
  return { key, fingerprint: hash('sha256', request, 'base64url') };
}
