import { ApolloServer, HeaderMap, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { OperationTypeNode, type DocumentNode, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Loaders, RequestContext } from '../context.js';
import { clean } from '../log.js';
import { asServiceError, logFault } from '../rest/problem.js';
import { askedOf } from './asked.js';
import { Budget } from './budget.js';
import { faultOfArgument, formatError } from './errors.js';
import type { ByPlan, Went } from './by-plan.js';
import { limitCost, LIMITS, limitShape, refuseUnknownKind } from './limits.js';

const INTERNAL = 'INTERNAL_SERVER_ERROR';

/** What became of requests that went by a plan; by their loaders, as Apollo copies the context. */
export type Courses = WeakMap<Loaders, Went | { unanswered: unknown }>;

/** Data that are written already. */
class Written {
  constructor(readonly text: string) {}
}

/** Parses, checks and answers what is asked; queries go by their plan where they can, all else is left to graphql-js. */
export function apollo(schema: GraphQLSchema, log: Logger, byPlan: ByPlan, courses: Courses) {
  return new ApolloServer<RequestContext>({
    schema,
    introspection: true,
    csrfPrevention: false, // A GET only reads, and a POST must be JSON, which another site's page cannot send unasked.
    persistedQueries: false,
    documentStore: documents(),
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: LIMITS.tokens },
    validationRules: [limitShape, refuseUnknownKind],
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      limitCost,
      planned(byPlan, courses),
      noted(log),
    ],
    formatError,
    stringifyResult: (result) =>
      result.data instanceof Written ? textOf(result.data.text) : `${JSON.stringify(result)}\n`,
    logger: { debug() {}, info() {}, warn: (text) => log.warn(clean(text)), error: (text) => log.error(clean(text)) },
  });
}

/** Characters of documents that are kept parsed, each of which may take 100 bytes then. */
const ROOM = 512 * 1024;

/** Apollo's own counts the JSON of what was parsed, in which the tokens are not that take most of the room. */
function documents(): ApolloServerOptions<RequestContext>['documentStore'] {
  const known = new LRUCache<string, DocumentNode>({
    maxSize: ROOM,
    sizeCalculation: ({ loc }) => loc?.source.body.length || 1,
  });
  return {
    get: async (key) => known.get(key),
    set: async (key, document) => void known.set(key, document),
    delete: async (key) => known.delete(key),
  };
}

/** The whole answer, of its data. */
export const textOf = (data: string): string => `{"data":${data}}\n`;

const planned = (byPlan: ByPlan, courses: Courses): ApolloServerPlugin<RequestContext> => ({
  async requestDidStart() {
    return {
      async responseForOperation({ document, operation, request, contextValue }) {
        // An operation name that fits none is refused after this.
        if (!(operation as unknown)) return null;
        const { operationName, variables = {} } = request;
        const answered = (data?: Written) =>
          ({
            http: { headers: new HeaderMap() },
            body: { kind: 'single', singleResult: data ? { data: data as never } : {} },
          }) as const;
        try {
          const went = await byPlan({ document, operation, operationName }, variables, contextValue);
          if (!went) {
            // What the plan did not come to the end of is not held against it.
            contextValue.budget = new Budget();
            return null;
          }
          courses.set(contextValue.loaders, went);
          return answered(new Written(went.data));
        } catch (unanswered) {
          // Apollo would tell it as a fault of ours.
          courses.set(contextValue.loaders, { unanswered });
          return answered();
        }
      },
      async willSendResponse({ operation, contextValue, response }) {
        const refusal = contextValue.budget?.refusal;
        if (!refusal || operation?.operation !== OperationTypeNode.QUERY || response.body.kind !== 'single') return;
        // What there is of it is as large as an answer may be, and tells less than why it ends there.
        response.body.singleResult = {};
        courses.set(contextValue.loaders, { unanswered: refusal });
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
