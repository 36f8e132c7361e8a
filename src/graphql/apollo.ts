import { ApolloServer, HeaderMap, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { GraphQLError, type DocumentNode, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { RequestContext } from './context.js';
import { redact } from '../observability/log.js';
import { readForRequest } from '../db/replicas/read-session.js';
import { toServiceError, logFault } from '../http/problem.js';
import { extensionsOf, formatError } from './errors.js';
import { readArgumentError } from './graphql-js-errors.js';
import { execute } from './execute.js';
import { summarize } from './operation-summary.js';
import { limitCost, LIMITS, limitShape, refuseUnknownKind } from './limits.js';

const INTERNAL = 'INTERNAL_SERVER_ERROR';

type Gateway = NonNullable<ApolloServerOptions<RequestContext>['gateway']>;
type GatewayExecutor = NonNullable<Awaited<ReturnType<Gateway['load']>>['executor']>;

/**
 * Parses, validates and answers requests.
 * @param isCacheable whether what an operation returns follows from the account's data alone
 */
export function apollo(schema: GraphQLSchema, log: Logger, isCacheable: (fields: readonly string[]) => boolean) {
  return new ApolloServer<RequestContext>({
    gateway: gatewayOf(schema, executorOf(schema, log, isCacheable)),
    introspection: true,
    csrfPrevention: false, // A GET only reads, and a POST must be JSON, which another site's page cannot send unasked.
    persistedQueries: false,
    documentStore: documents(),
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: LIMITS.tokens },
    validationRules: [limitShape, refuseUnknownKind],
    plugins: [ApolloServerPluginCacheControlDisabled(), ApolloServerPluginLandingPageDisabled(), limitCost, noted(log)],
    formatError,
    stringifyResult: (result) => `${JSON.stringify(result)}\n`,
    logger: { debug() {}, info() {}, warn: (text) => log.warn(redact(text)), error: (text) => log.error(redact(text)) },
  });
}

/** The way in which Apollo takes another executor than that of graphql-js. */
const gatewayOf = (schema: GraphQLSchema, executor: GatewayExecutor): Gateway => ({
  onSchemaLoadOrUpdate(callback) {
    callback({ apiSchema: schema, coreSupergraphSdl: '' });
    return () => undefined;
  },
  load: async () => ({ executor }),
  stop: async () => undefined,
});

function executorOf(
  schema: GraphQLSchema,
  log: Logger,
  isCacheable: (fields: readonly string[]) => boolean,
): GatewayExecutor {
  return async ({ document, request, context: given }) => {
    const context = given as RequestContext;
    const { operationName, variables: variableValues } = request;
    const { operation, requestId } = context.notes ?? {};
    try {
      const run = () => execute({ schema, document, operationName, variableValues, contextValue: context });
      const result = await readForRequest(context, operation !== undefined && isCacheable(operation.fields), run);
      context.budget?.checkLength(result.data);
      return result as Awaited<ReturnType<GatewayExecutor>>;
    } catch (error) {
      const problem = toServiceError(error);
      logFault(error, problem, log, requestId);
      const http = { status: problem.status, headers: new HeaderMap(Object.entries(problem.details.headers ?? {})) };
      return { errors: [new GraphQLError(problem.message, { extensions: { ...extensionsOf(problem), http } })] };
    }
  };
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

/** Notes what is asked for, whether it failed, and in the log what a client is told of in general words only. */
const noted = (log: Logger): ApolloServerPlugin<RequestContext> => ({
  async requestDidStart() {
    return {
      async didResolveOperation({ document, operation, contextValue }) {
        // An operation name that fits none is refused after this.
        if (operation && contextValue.notes) contextValue.notes.operation = summarize(document, operation);
      },
      async didEncounterErrors({ errors, contextValue }) {
        const { requestId, operation } = contextValue.notes ?? {};
        if (operation) operation.failed = true;
        for (const error of errors) {
          const cause = unwrapResolverError(error);
          const { code = INTERNAL } = error.extensions;
          // What GraphQL itself finds wrong with a request is told as it is.
          if (cause !== error && code === INTERNAL && !readArgumentError(cause))
            logFault(cause, toServiceError(cause), log, requestId);
        }
      },
    };
  },
});
