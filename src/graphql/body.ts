import type { Context } from 'koa';
import { readJson } from '../rest/json-body.js';

/** Where GraphQL is asked. */
export const GRAPHQL = '/graphql';

const bodies = new WeakMap<Context, Promise<Record<string, unknown>>>();

/** The body of a request to GraphQL, for whoever wants it first and all after. @throws {ServiceError} see `readJson` */
export function graphqlBody(ctx: Context): Promise<Record<string, unknown>> {
  let body = bodies.get(ctx);
  if (!body) bodies.set(ctx, (body = readJson(ctx)));
  return body;
}
