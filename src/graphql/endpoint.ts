import { HeaderMap, type ApolloServer, type HTTPGraphQLResponse } from '@apollo/server';
import type { GraphQLSchema } from 'graphql';
import type { Context, Middleware, Next } from 'koa';
import type { Logger } from 'pino';
import { responseCache, responseKey, type CachedResponse } from '../cache/response-cache.js';
import { createContext, type RequestContext, type Services } from './context.js';
import { ServiceError } from '../core/errors.js';
import { readJsonText } from '../http/json-body.js';
import { toServiceError, logFault } from '../http/problem.js';
import { varyBy } from '../http/vary.js';
import { apollo } from './apollo.js';
import { Budget } from './budget.js';
import { errorBody } from './errors.js';
import { refuseNesting } from './nesting.js';
import { answerPage, wantsPage } from './playground.js';

const GRAPHQL = '/graphql';

/** Whether a request is for GraphQL. Some clients put a slash behind the path, which then is taken away. */
function isForGraphQL(ctx: Context): boolean {
  if (ctx.path === `${GRAPHQL}/`) ctx.path = GRAPHQL;
  return ctx.path === GRAPHQL;
}

/** Whatever goes wrong at `/graphql`, also before it is reached, is answered in the form of GraphQL. */
export function graphqlProblems(log: Logger): Middleware {
  return async (ctx: Context, next: Next) => {
    if (!isForGraphQL(ctx)) return next();
    try {
      await next();
    } catch (error) {
      const problem = toServiceError(error);
      logFault(error, problem, log, ctx.state.requestId);
      ctx.status = problem.status;
      ctx.set(problem.details.headers ?? {});
      ctx.set('Cache-Control', 'no-store');
      ctx.type = 'application/json';
      ctx.body = errorBody(problem);
    }
  };
}

interface Endpoint {
  services: Services;
  server: ApolloServer<RequestContext>;
  isCacheable: (fields: readonly string[]) => boolean;
}

interface Response extends CachedResponse {
  status: number;
}

/**
 * GraphQL over HTTP at `/graphql`: POST, queries by GET, and the playground's page for a browser.
 * @param cacheable fields of Query whose values follow from the account's data alone; see `Route`
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
  const problems = graphqlProblems(log);
  return async (ctx, next) => {
    if (!isForGraphQL(ctx)) return next();
    return problems(ctx, () => answer(ctx, { services, server, isCacheable }));
  };
}

async function answer(ctx: Context, endpoint: Endpoint): Promise<void> {
  varyBy(ctx, 'Accept, Authorization, Cookie');
  if (wantsPage(ctx)) return answerPage(ctx);
  if (ctx.method !== 'GET' && ctx.method !== 'POST') {
    throw new ServiceError('method_not_allowed', 'Ask by POST, or by GET for a query.', {
      headers: { Allow: 'GET, POST' },
    });
  }
  const posted = ctx.method === 'POST' ? await readJsonText(ctx) : undefined;
  const body = withoutEmpty(posted?.value as Record<string, unknown> | undefined);
  // Apollo judges a request and forms its response by these headers.
  const { accept = '', 'content-type': type = '' } = ctx.headers;
  const key = responseKey(ctx.state.identity ?? null, ctx.method, accept, type, posted?.text ?? ctx.search);
  const cached = key === undefined ? undefined : responseCache.get(key);
  if (cached) {
    ctx.state.operation = cached.summary;
    return send(ctx, { ...cached, status: 200 });
  }
  refuseNesting(body ? body.query : ctx.query.query);
  const { traces } = endpoint.services;
  const work = () => respond(ctx, body, endpoint);
  const response = await (traces?.operation(work, () => ctx.state.operation) ?? work()).catch((error: unknown) => {
    if (ctx.state.operation) ctx.state.operation.failed = true;
    throw error;
  });
  if (key !== undefined && isCacheableResponse(response, endpoint)) responseCache.set(key, response);
  send(ctx, response);
}

/** Members that some clients send empty where they mean none. */
const MAY_BE_EMPTY = ['operationName', 'variables', 'extensions'];

function withoutEmpty(body: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (!body || !MAY_BE_EMPTY.some((member) => body[member] === '')) return body;
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== '' || !MAY_BE_EMPTY.includes(name)),
  );
}

function searchWithoutEmpty(search: string): string {
  const parameters = new URLSearchParams(search);
  const empty = MAY_BE_EMPTY.filter((name) => parameters.get(name) === '');
  if (empty.length === 0) return search;
  for (const name of empty) parameters.delete(name);
  return `?${parameters}`;
}

function isCacheableResponse({ status, summary }: Response, { isCacheable }: Endpoint): boolean {
  return status === 200 && summary?.type === 'query' && !summary.failed && isCacheable(summary.fields);
}

async function respond(
  ctx: Context,
  body: Record<string, unknown> | undefined,
  { services, server }: Endpoint,
): Promise<Response> {
  const budget = new Budget();
  const context = { ...createContext(services, ctx.state.identity ?? null), notes: ctx.state, budget };
  const requestHeaders = new HeaderMap();
  for (const [name, value] of Object.entries(ctx.headers)) requestHeaders.set(name, [value].flat().join(', '));
  const response = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method: ctx.method, headers: requestHeaders, search: searchWithoutEmpty(ctx.search), body },
    context: async () => context,
  });
  const summary = ctx.state.operation;
  // What there is of the data is as large as a response may be, and says less than why it ends there.
  if (budget.refusal && summary?.type === 'query') throw budget.refusal;
  if (response.body.kind !== 'complete') throw new Error('The response is incremental.');
  const text = response.body.string;
  const headers = Object.fromEntries(response.headers);
  return { body: Buffer.from(text), headers, status: statusOf(response, text), summary };
}

function send(ctx: Context, { body, headers, status }: Response): void {
  for (const name in headers) ctx.res.setHeader(name, headers[name]!);
  ctx.res.setHeader('Cache-Control', 'no-store');
  ctx.status = status;
  ctx.body = body;
}

const JUDGED = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT']);

/**
 * A well-formed request with a bad document is answered 200 to those who accept `application/json` only: that is where
 * old clients look for `errors`. https://graphql.github.io/graphql-over-http/draft/#sec-application-json
 */
function statusOf({ status = 200, headers }: HTTPGraphQLResponse, body: string): number {
  if (status !== 400 || !headers.get('content-type')?.startsWith('application/json')) return status;
  const { errors } = JSON.parse(body) as { errors?: { extensions?: { code?: string } }[] };
  return errors?.every(({ extensions }) => JUDGED.has(extensions?.code ?? '')) ? 200 : status;
}
