import { HeaderMap, type ApolloServer, type HTTPGraphQLResponse } from '@apollo/server';
import type { GraphQLSchema } from 'graphql';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { responseCache, responseKey, type CachedResponse } from '../cache/response-cache.js';
import { createContext, type RequestContext, type Services } from './context.js';
import { ServiceError } from '../core/errors.js';
import { readJsonText } from '../http/json-body.js';
import { problems } from '../http/problem.js';
import { apollo } from './apollo.js';
import { Budget } from './budget.js';
import { errorBody } from './errors.js';
import { rejectDeepNesting } from './nesting.js';
import { sendPlayground, isPageRequest } from './playground.js';

/** Whether a request is for GraphQL. Some clients send a trailing slash. */
const isForGraphQL = ({ path }: Context): boolean => path === '/graphql' || path === '/graphql/';

/** Reports errors at `/graphql`, including those of all later middleware, in the format of GraphQL. */
export function graphqlProblems(log: Logger): Middleware {
  const answerErrors = problems(log, { type: 'application/json', bodyOf: errorBody });
  return (ctx, next) => (isForGraphQL(ctx) ? answerErrors(ctx, next) : next());
}

interface Endpoint {
  services: Services;
  server: ApolloServer<RequestContext>;
  isCacheable: (fields: readonly string[]) => boolean;
}

interface GraphQLResponse extends CachedResponse {
  status: number;
}

/**
 * GraphQL over HTTP at `/graphql`: POST, queries by GET, and the playground for browsers.
 * @param cacheable fields of Query that depend only on the account's data; see `Route`
 */
export async function graphqlEndpoint(
  services: Services,
  schema: GraphQLSchema,
  log: Logger,
  cacheable: ReadonlySet<string>,
): Promise<Middleware> {
  const isCacheable = (fields: readonly string[]) => fields.every((name) => cacheable.has(name));
  const server = apollo(schema, log, isCacheable);
  await server.start();
  return (ctx, next) => (isForGraphQL(ctx) ? answer(ctx, { services, server, isCacheable }) : next());
}

async function answer(ctx: Context, endpoint: Endpoint): Promise<void> {
  ctx.vary('Accept, Authorization, Cookie');
  if (isPageRequest(ctx)) return sendPlayground(ctx);
  if (ctx.method !== 'GET' && ctx.method !== 'POST') {
    throw new ServiceError('method_not_allowed', 'Use POST, or GET for queries.', {
      headers: { Allow: 'GET, POST' },
    });
  }
  const { identity = null } = ctx.state;
  const posted = ctx.method === 'POST' ? await readJsonText(ctx) : undefined;
  const body = withoutEmptyMembers(posted?.value as Record<string, unknown> | undefined);
  // These headers are part of the cache key, because the response depends on them.
  const { accept = '', 'content-type': type = '' } = ctx.headers;
  const key = responseKey(identity, ctx.method, accept, type, posted?.text ?? ctx.search);
  const cached = key === undefined ? undefined : responseCache.get(key);
  if (cached) {
    ctx.state.operation = cached.summary;
    return send(ctx, { ...cached, status: 200 });
  }
  rejectDeepNesting(body ? body.query : ctx.query.query);
  const { traces } = endpoint.services;
  const work = () => respond(ctx, body, endpoint);
  const response = await (traces?.operation(work, () => ctx.state.operation) ?? work()).catch((error: unknown) => {
    if (ctx.state.operation) ctx.state.operation.failed = true;
    throw error;
  });
  if (key !== undefined && isCacheableResponse(response, endpoint)) responseCache.set(key, response);
  send(ctx, response);
}

/** Optional members that some clients send as empty text. */
const OPTIONAL_MEMBERS = ['operationName', 'variables', 'extensions'];

function withoutEmptyMembers(body: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (!body || !OPTIONAL_MEMBERS.some((member) => body[member] === '')) return body;
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== '' || !OPTIONAL_MEMBERS.includes(name)),
  );
}

function withoutEmptyParameters(search: string): string {
  const parameters = new URLSearchParams(search);
  const empty = OPTIONAL_MEMBERS.filter((name) => parameters.get(name) === '');
  if (empty.length === 0) return search;
  for (const name of empty) parameters.delete(name);
  return `?${parameters}`;
}

function isCacheableResponse({ status, summary }: GraphQLResponse, { isCacheable }: Endpoint): boolean {
  return status === 200 && summary?.type === 'query' && !summary.failed && isCacheable(summary.fields);
}

async function respond(
  ctx: Context,
  body: Record<string, unknown> | undefined,
  { services, server }: Endpoint,
): Promise<GraphQLResponse> {
  const { identity = null } = ctx.state;
  const context = { ...createContext(services, identity), notes: ctx.state, budget: new Budget() };
  const requestHeaders = new HeaderMap();
  for (const [name, value] of Object.entries(ctx.headers)) requestHeaders.set(name, [value].flat().join(', '));
  const response = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: ctx.method,
      headers: requestHeaders,
      search: withoutEmptyParameters(ctx.search),
      body,
    },
    context: async () => context,
  });
  const summary = ctx.state.operation;
  if (response.body.kind !== 'complete') throw new Error('The response is incremental.');
  const text = response.body.string;
  const headers = Object.fromEntries(response.headers);
  return { body: Buffer.from(text), headers, status: statusOf(response, text), summary };
}

function send(ctx: Context, { body, headers, status }: GraphQLResponse): void {
  ctx.set(headers);
  ctx.set('Cache-Control', 'no-store');
  ctx.status = status;
  ctx.body = body;
}

const CLIENT_ERROR_CODES = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT']);

/**
 * Returns 200 for an invalid document or invalid variables if the response has the type `application/json`, because old
 * clients expect `errors` in a response with this status.
 * https://graphql.github.io/graphql-over-http/draft/#sec-application-json
 */
function statusOf({ status = 200, headers }: HTTPGraphQLResponse, body: string): number {
  if (status !== 400 || !headers.get('content-type')?.startsWith('application/json')) return status;
  const { errors } = JSON.parse(body) as { errors?: { extensions?: { code?: string } }[] };
  return errors?.every(({ extensions }) => CLIENT_ERROR_CODES.has(extensions?.code ?? '')) ? 200 : status;
}
