import { ApolloServer, HeaderMap, type ApolloServerPlugin, type HTTPGraphQLResponse } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { Context, Middleware, Next } from 'koa';
import type { Logger } from 'pino';
import { createContext, type RequestContext, type Services } from '../context.js';
import { ServiceError } from '../errors.js';
import { readJson } from '../rest/json-body.js';
import { asServiceError } from '../rest/problem.js';
import { answerOf, formatError } from './errors.js';
import { runPlanned } from './execution/execute.js';
import { limitCost, LIMITS, limitShape } from './limits.js';
import { refuseNesting } from './nesting.js';
import { answerPage, wantsPage } from './playground.js';

const PATH = '/graphql';

/** Whatever goes wrong at `/graphql`, also before it is reached, is answered in the form of GraphQL. */
export function graphqlProblems(log: Logger): Middleware {
  return async (ctx: Context, next: Next) => {
    if (ctx.path !== PATH) return next();
    try {
      await next();
    } catch (error) {
      const problem = asServiceError(error, log);
      ctx.status = problem.status;
      ctx.set(problem.details.headers ?? {});
      ctx.set('Cache-Control', 'no-store');
      ctx.type = 'application/json';
      ctx.body = answerOf(problem);
    }
  };
}

/** GraphQL over HTTP at `/graphql`: POST, queries by GET, and the playground's page for a browser. */
export async function graphqlEndpoint(services: Services, schema: GraphQLSchema, log: Logger): Promise<Middleware> {
  const server = new ApolloServer<RequestContext>({
    schema,
    introspection: true,
    csrfPrevention: false, // A GET only reads, and a POST must be JSON, which another site's page cannot send unasked.
    persistedQueries: false,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: LIMITS.tokens },
    validationRules: [limitShape],
    plugins: [ApolloServerPluginCacheControlDisabled(), ApolloServerPluginLandingPageDisabled(), limitCost, planned],
    formatError: formatError(log),
    logger: { debug() {}, info() {}, warn: (text) => log.warn(text), error: (text) => log.error(text) },
  });
  await server.start();
  const problems = graphqlProblems(log);
  return async (ctx, next) => {
    if (ctx.path !== PATH) return next();
    return problems(ctx, () => answer(ctx, services, server));
  };
}

/** Queries go by their plan; what is none, or does not go as planned, is left to graphql-js. */
const planned: ApolloServerPlugin<RequestContext> = {
  async requestDidStart() {
    return {
      async responseForOperation({ schema, document, request, contextValue }) {
        const { operationName, variables = {} } = request;
        const data = await runPlanned(schema, document, operationName, variables, contextValue);
        if (!data) return null;
        const singleResult = { data: data as Record<string, unknown> };
        return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult } };
      },
    };
  },
};

async function answer(ctx: Context, services: Services, server: ApolloServer<RequestContext>): Promise<void> {
  ctx.vary(['Accept', 'Authorization', 'Cookie']);
  if (wantsPage(ctx)) return answerPage(ctx);
  if (ctx.method !== 'GET' && ctx.method !== 'POST') {
    throw new ServiceError('method_not_allowed', 'Ask by POST, or by GET for a query.', {
      headers: { Allow: 'GET, POST' },
    });
  }
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(ctx.headers)) headers.set(name, [value].flat().join(', '));
  const body = ctx.method === 'POST' ? await readJson(ctx) : undefined;
  refuseNesting(body ? body.query : ctx.query.query);
  const response = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: ctx.method,
      headers,
      search: ctx.search,
      body,
    },
    context: async () => createContext(services, ctx.state.identity ?? null),
  });
  if (response.body.kind !== 'complete') throw new Error('The answer came in pieces.');
  for (const [name, value] of response.headers) ctx.set(name, value);
  ctx.set('Cache-Control', 'no-store');
  ctx.status = statusOf(response, response.body.string);
  ctx.body = response.body.string;
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
