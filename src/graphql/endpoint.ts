import { ApolloServer, HeaderMap, type ApolloServerPlugin, type HTTPGraphQLResponse } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { Context, Middleware, Next } from 'koa';
import type { Logger } from 'pino';
import type { Identity } from '../access/identity.js';
import { createContext, type Loaders, type RequestContext, type Services } from '../context.js';
import { ServiceError } from '../errors.js';
import { clean } from '../log.js';
import { readAsOf } from '../replicas/as-of.js';
import { readJson } from '../rest/json-body.js';
import { recall, remember, sourceOf } from '../rest/remembered-answers.js';
import { asServiceError, logFault } from '../rest/problem.js';
import { askedOf } from './asked.js';
import { answerOf, faultOfArgument, formatError } from './errors.js';
import { runPlanned } from './execution/execute.js';
import { limitCost, LIMITS, limitShape, refuseUnknownKind } from './limits.js';
import { refuseNesting } from './nesting.js';
import { answerPage, wantsPage } from './playground.js';

const PATH = '/graphql';
const INTERNAL = 'INTERNAL_SERVER_ERROR';

/** Whatever goes wrong at `/graphql`, also before it is reached, is answered in the form of GraphQL. */
export function graphqlProblems(log: Logger): Middleware {
  return async (ctx: Context, next: Next) => {
    if (ctx.path !== PATH) return next();
    try {
      await next();
    } catch (error) {
      const problem = asServiceError(error);
      logFault(error, problem, log, ctx.state.requestId);
      ctx.status = problem.status;
      ctx.set(problem.details.headers ?? {});
      ctx.set('Cache-Control', 'no-store');
      ctx.type = 'application/json';
      ctx.body = answerOf(problem);
    }
  };
}

/**
 * GraphQL over HTTP at `/graphql`: POST, queries by GET, and the playground's page for a browser.
 * @param settled fields of Query that are made of the account's data alone; see `Route`
 */
export async function graphqlEndpoint(
  services: Services,
  schema: GraphQLSchema,
  log: Logger,
  settled: ReadonlySet<string>,
): Promise<Middleware> {
  const lasting: Lasting = new WeakSet();
  const unanswered: Unanswered = new WeakMap();
  const server = new ApolloServer<RequestContext>({
    schema,
    introspection: true,
    csrfPrevention: false, // A GET only reads, and a POST must be JSON, which another site's page cannot send unasked.
    persistedQueries: false,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: LIMITS.tokens },
    validationRules: [limitShape, refuseUnknownKind],
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      limitCost,
      planned(settled, lasting, unanswered),
      noted(log),
    ],
    formatError,
    logger: { debug() {}, info() {}, warn: (text) => log.warn(clean(text)), error: (text) => log.error(clean(text)) },
  });
  await server.start();
  const problems = graphqlProblems(log);
  return async (ctx, next) => {
    if (ctx.path !== PATH) return next();
    return problems(ctx, () => answer(ctx, services, server, lasting, unanswered));
  };
}

/** Requests whose answer is so as long as the account's data are; by their loaders, as Apollo copies the context. */
type Lasting = WeakSet<Loaders>;

/** What the database failed with that does not answer; Apollo would tell it as a fault of ours. */
type Unanswered = WeakMap<Loaders, unknown>;

/** Queries go by their plan; what is none, or does not go as planned, is left to graphql-js. */
const planned = (
  settled: ReadonlySet<string>,
  lasting: Lasting,
  unanswered: Unanswered,
): ApolloServerPlugin<RequestContext> => ({
  async requestDidStart() {
    return {
      async responseForOperation({ schema, document, request, contextValue }) {
        const { operationName, variables = {} } = request;
        const isSettled = contextValue.notes?.asked?.fields.every((name) => settled.has(name));
        const run = () => runPlanned(schema, document, operationName, variables, contextValue);
        let ran;
        try {
          ran = await readAsOf(isSettled ? contextValue.identity?.revision : undefined, run);
        } catch (error) {
          unanswered.set(contextValue.loaders, error);
          return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult: {} } };
        }
        if (!ran) return null;
        if (isSettled) lasting.add(contextValue.loaders);
        const singleResult = { data: ran.data as Record<string, unknown> };
        return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult } };
      },
    };
  },
});

/** Notes what is asked for, whether it failed, and in the log what a client is told of in general words only. */
const noted = (log: Logger): ApolloServerPlugin<RequestContext> => ({
  async requestDidStart() {
    return {
      async didResolveOperation({ document, operation, contextValue }) {
        // An operation name that fits none is refused after this.
        if (operation && contextValue.notes) contextValue.notes.asked = askedOf(document, operation);
      },
      async didEncounterErrors({ errors, contextValue }) {
        const { requestId, asked } = contextValue.notes ?? {};
        if (asked) asked.failed = true;
        for (const error of errors) {
          const cause = unwrapResolverError(error);
          const { code = INTERNAL } = error.extensions;
          // What GraphQL itself finds wrong with a request is told as it is.
          if (cause !== error && code === INTERNAL && !faultOfArgument(cause))
            logFault(cause, asServiceError(cause), log, requestId);
        }
      },
    };
  },
});

async function answer(
  ctx: Context,
  services: Services,
  server: ApolloServer<RequestContext>,
  lasting: Lasting,
  unanswered: Unanswered,
): Promise<void> {
  ctx.vary(['Accept', 'Authorization', 'Cookie']);
  if (wantsPage(ctx)) return answerPage(ctx);
  if (ctx.method !== 'GET' && ctx.method !== 'POST') {
    throw new ServiceError('method_not_allowed', 'Ask by POST, or by GET for a query.', {
      headers: { Allow: 'GET, POST' },
    });
  }
  const body = ctx.method === 'POST' ? await readJson(ctx) : undefined;
  const identity = ctx.state.identity ?? null;
  const source = sourceOfAnswer(ctx, identity, body);
  const known = source === undefined ? undefined : recall(source);
  if (known?.text !== undefined) {
    ctx.state.asked = known.asked;
    return send(ctx, known.text, known.headers);
  }

  refuseNesting(body ? body.query : ctx.query.query);
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(ctx.headers)) headers.set(name, [value].flat().join(', '));
  const context = { ...createContext(services, identity), notes: ctx.state };
  const execute = () =>
    server.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: ctx.method, headers, search: ctx.search, body },
      context: async () => context,
    });
  const response = await (services.traces?.operation(execute, () => ctx.state.asked) ?? execute());
  if (unanswered.has(context.loaders)) {
    if (ctx.state.asked) ctx.state.asked.failed = true;
    throw unanswered.get(context.loaders);
  }
  if (response.body.kind !== 'complete') throw new Error('The answer came in pieces.');
  const text = response.body.string;
  const status = statusOf(response, text);
  const sent = Object.fromEntries(response.headers);
  if (source && status === 200 && lasting.has(context.loaders))
    remember(source, { text, headers: sent, asked: ctx.state.asked });
  send(ctx, text, sent, status);
}

function send(ctx: Context, text: string, headers: Readonly<Record<string, string>> = {}, status = 200): void {
  ctx.set(headers);
  ctx.set('Cache-Control', 'no-store');
  ctx.status = status;
  ctx.body = text;
}

/** See `sourceOf`; the headers are those by which Apollo judges a request or forms its answer. */
function sourceOfAnswer(ctx: Context, identity: Identity | null, body: unknown): string | undefined {
  if (identity?.revision === undefined) return undefined;
  const { accountId, permissions, revision } = identity;
  const { accept, 'content-type': type } = ctx.headers;
  return sourceOf(accountId, permissions, revision, ctx.method, accept, type, body ?? ctx.search);
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
