import { HeaderMap, type ApolloServer, type HTTPGraphQLResponse } from '@apollo/server';
import type { GraphQLSchema } from 'graphql';
import type { Context, Middleware, Next } from 'koa';
import type { Logger } from 'pino';
import type { Identity } from '../access/identity.js';
import { createContext, type RequestContext, type Services } from '../context.js';
import { ServiceError } from '../errors.js';
import { recall, remember, sourceOf, type Source } from '../rest/remembered-answers.js';
import { asServiceError, logFault } from '../rest/problem.js';
import { varyBy } from '../rest/vary.js';
import { apollo, type Courses } from './apollo.js';
import { GRAPHQL, graphqlBody } from './body.js';
import { Budget } from './budget.js';
import { byPlanOf } from './by-plan.js';
import { answerOf } from './errors.js';
import { Familiar } from './familiar.js';
import { refuseNesting } from './nesting.js';
import { answerPage, wantsPage } from './playground.js';

/** Whatever goes wrong at `/graphql`, also before it is reached, is answered in the form of GraphQL. */
export function graphqlProblems(log: Logger): Middleware {
  return async (ctx: Context, next: Next) => {
    if (ctx.path !== GRAPHQL) return next();
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

/** Who answers what is asked. */
interface Answerers {
  services: Services;
  server: ApolloServer<RequestContext>;
  familiar: Familiar;
  courses: Courses;
}

type Body = Record<string, unknown> | undefined;

interface Answer {
  text: string;
  headers: Readonly<Record<string, string>>;
  status: number;
  /** Whether it is so as long as the account's data are. */
  isSettled: boolean;
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
  const byPlan = byPlanOf(schema, settled);
  const courses: Courses = new WeakMap();
  const server = apollo(schema, log, byPlan, courses);
  await server.start();
  const answerers = { services, server, familiar: new Familiar(schema, byPlan), courses };
  const problems = graphqlProblems(log);
  return async (ctx, next) => {
    if (ctx.path !== GRAPHQL) return next();
    return problems(ctx, () => answer(ctx, answerers));
  };
}

async function answer(ctx: Context, answerers: Answerers): Promise<void> {
  varyBy(ctx, 'Accept, Authorization, Cookie');
  if (wantsPage(ctx)) return answerPage(ctx);
  if (ctx.method !== 'GET' && ctx.method !== 'POST') {
    throw new ServiceError('method_not_allowed', 'Ask by POST, or by GET for a query.', {
      headers: { Allow: 'GET, POST' },
    });
  }
  const posted = ctx.method === 'POST' ? await graphqlBody(ctx) : undefined;
  const body = posted?.value;
  const source = sourceOfAnswer(ctx, ctx.state.identity ?? null, posted?.text ?? ctx.search);
  const known = source === undefined ? undefined : recall(source);
  if (known?.text !== undefined) {
    ctx.state.asked = known.asked;
    return send(ctx, known.text, known.headers);
  }
  refuseNesting(body ? body.query : ctx.query.query);
  const { traces } = answerers.services;
  const work = () => find(ctx, body, answerers);
  const { text, headers, status, isSettled } = await (traces?.operation(work, () => ctx.state.asked) ?? work()).catch(
    (error: unknown) => {
      if (ctx.state.asked) ctx.state.asked.failed = true;
      throw error;
    },
  );
  if (source && status === 200 && isSettled) remember(source, { text, headers, asked: ctx.state.asked });
  send(ctx, text, headers, status);
}

/** Has a question answered by its plan, where it is known; else by Apollo, so that it is known the next time. */
async function find(ctx: Context, body: Body, { services, server, familiar, courses }: Answerers): Promise<Answer> {
  const context = { ...createContext(services, ctx.state.identity ?? null), notes: ctx.state, budget: new Budget() };
  const name = body && familiar.nameOf(ctx, body);
  const answered = body && name !== undefined ? await familiar.answer(name, body, context) : null;
  if (answered) return answered;
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(ctx.headers)) headers.set(name, [value].flat().join(', '));
  const response = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method: ctx.method, headers, search: ctx.search, body },
    context: async () => context,
  });
  const course = courses.get(context.loaders);
  if (course && 'unanswered' in course) throw course.unanswered;
  if (response.body.kind !== 'complete') throw new Error('The answer came in pieces.');
  const text = response.body.string;
  const status = statusOf(response, text);
  const sent = Object.fromEntries(response.headers);
  if (course && status === 200 && name !== undefined) familiar.add(name, course, sent);
  return { text, headers: sent, status, isSettled: course?.isSettled ?? false };
}

/** Characters. */
const SHORT = 8192;

function send(ctx: Context, text: string, headers: Readonly<Record<string, string>> = {}, status = 200): void {
  const { res, response } = ctx;
  for (const name in headers) res.setHeader(name, headers[name]!);
  res.setHeader('Cache-Control', 'no-store');
  response.status = status;
  // A short text goes out in one piece with its headers. A long one is made bytes once: its length is counted before.
  response.body = text.length < SHORT ? text : Buffer.from(text);
}

/** The headers are those by which Apollo judges a request or forms its answer. */
function sourceOfAnswer(ctx: Context, identity: Identity | null, question: string): Source | undefined {
  if (identity?.revision === undefined) return undefined;
  const { accountId, permissions, revision } = identity;
  const { accept = '', 'content-type': type = '' } = ctx.headers;
  return sourceOf({ accountId, permissions, revision }, ctx.method, accept, type, question);
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
