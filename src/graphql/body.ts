import type { Context } from 'koa';
import { readJsonText } from '../rest/json-body.js';

/** Where GraphQL is asked. */
export const GRAPHQL = '/graphql';

export interface GraphqlBody {
  text: string;
  value: Record<string, unknown>;
}

declare module 'koa' {
  interface DefaultState {
    /** Read once, for whoever asks. */
    body?: Promise<GraphqlBody>;
  }
}

/** The body of a request to GraphQL, for whoever wants it first and all after. @throws {ServiceError} see `readJson` */
export const graphqlBody = (ctx: Context): Promise<GraphqlBody> =>
  (ctx.state.body ??= readJsonText(ctx) as Promise<GraphqlBody>);
