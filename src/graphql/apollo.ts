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
import { limitCost, LIMITS, limitShape, rejectUnsupportedOperation } from './limits.js';

const INTERNAL_ERROR = 'INTERNAL_SERVER_ERROR';

type Gateway = NonNullable<ApolloServerOptions<RequestContext>['gateway']>;
type GatewayExecutor = NonNullable<Awaited<ReturnType<Gateway['load']>>['executor']>;

/**
 * Creates the Apollo server that parses, validates and executes requests.
 * @param isCacheable whether the result of an operation depends only on the account's data
 */
export function apollo(schema: GraphQLSchema, log: Logger, isCacheable: (fields: readonly string[]) => boolean) {
  return new ApolloServer<RequestContext>({
    gateway: gatewayOf(schema, executorOf(schema, log, isCacheable)),
    introspection: true,
    // Apollo's CSRF protection is not necessary, because GET only reads, and POST must be JSON, which requires a CORS
    // preflight.
    csrfPrevention: false,
    persistedQueries: false,
    documentStore: documentCache(),
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    parseOptions: { maxTokens: LIMITS.tokens },
    validationRules: [limitShape, rejectUnsupportedOperation],
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      limitCost,
      noteOperation(log),
    ],
    formatError,
    stringifyResult: (result) => `${JSON.stringify(result)}\n`,
    logger: { debug() {}, info() {}, warn: (text) => log.warn(redact(text)), error: (text) => log.error(redact(text)) },
  });
}

/** Apollo accepts a custom executor only through its gateway interface. */
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
  return async ({ document, request, context: requestContext }) => {
    const context = requestContext as RequestContext;
    const { operationName, variables: variableValues } = request;
    const { operation, requestId } = context.notes ?? {};
    try {
      const run = () => execute({ schema, document, operationName, variableValues, contextValue: context });
      const result = await readForRequest(context, operation !== undefined && isCacheable(operation.fields), run);
      context.budget?.checkSize(result.data);
      // The partial data would be very large, and less useful than the error.
      if (context.budget?.refusal && operation?.type === 'query') throw context.budget.refusal;
      return result as Awaited<ReturnType<GatewayExecutor>>;
    } catch (error) {
      const problem = toServiceError(error);
      logFault(error, problem, log, requestId);
      const http = { status: problem.status, headers: new HeaderMap(Object.entries(problem.details.headers ?? {})) };
      return { errors: [new GraphQLError(problem.message, { extensions: { ...extensionsOf(problem), http } })] };
    }
  };
}

/** Maximum total length of cached documents. A parsed document needs up to 100 bytes per character. */
const MAX_CACHED_DOCUMENT_LENGTH = 512 * 1024;

/** Replaces Apollo's document cache. Apollo's limit ignores the tokens, which need most of a document's memory. */
function documentCache(): ApolloServerOptions<RequestContext>['documentStore'] {
  const known = new LRUCache<string, DocumentNode>({
    maxSize: MAX_CACHED_DOCUMENT_LENGTH,
    sizeCalculation: ({ loc }) => loc?.source.body.length || 1,
  });
  return {
    get: async (key) => known.get(key),
    set: async (key, document) => void known.set(key, document),
    delete: async (key) => known.delete(key),
  };
}

/**
 * Records the summary and the failure of operations, and logs failures of the database and unexpected errors of
 * resolvers.
 */
const noteOperation = (log: Logger): ApolloServerPlugin<RequestContext> => ({
  async requestDidStart() {
    return {
      async didResolveOperation({ document, operation, contextValue }) {
        // The operation is undefined if the operation name is unknown. Such a request is rejected later.
        if (operation && contextValue.notes) contextValue.notes.operation = summarize(document, operation);
      },
      async didEncounterErrors({ errors, contextValue }) {
        const { requestId, operation } = contextValue.notes ?? {};
        if (operation) operation.failed = true;
        for (const error of errors) {
          const cause = unwrapResolverError(error);
          const { code = INTERNAL_ERROR } = error.extensions;
          // Errors of graphql-js are not logged, because the client gets their own message.
          if (cause !== error && code === INTERNAL_ERROR && !readArgumentError(cause))
            logFault(cause, toServiceError(cause), log, requestId);
        }
      },
    };
  },
});
