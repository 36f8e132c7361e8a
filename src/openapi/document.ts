import type { GraphQLSchema } from 'graphql';
import type { CustomOperation } from '../rest/operation.js';
import type { Parameter } from '../rest/parameter-kinds.js';
import { prepare } from '../rest/prepare.js';
import type { Route } from '../rest/route.js';
import { acceptsIdempotencyKey } from '../rest/write-options.js';
import { commonComponents } from './common.js';
import { documentInfo, HEADERS, PARAMETERS, securitySchemes } from './frame.js';
import type { Components } from './json-schema.js';
import { operationObject, type DocumentedOperation } from './operation.js';
import { templateOf } from './parameters.js';
import { headerRefs, problemResponse, PROBLEMS } from './problems.js';
import { tagObjects, tagOf } from './tags.js';

export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, object>>;
  [section: string]: unknown;
}

interface DocumentSources {
  schema: GraphQLSchema;
  /** The routes of the gateway. */
  routes: readonly Route[];
  /** Operations with their own handlers. */
  operations: readonly CustomOperation[];
  /** Components of the features, by name. */
  components: Components;
  version: string;
  /** Name of the session cookie. */
  cookie: string;
}

/**
 * Generates the OpenAPI 3.1 document of all operations.
 * @throws {Error} if an operation has an unknown component or tag, or a duplicate id. The message names the operation.
 */
export function openApiDocument({
  schema,
  routes,
  operations,
  components: features,
  version,
  cookie,
}: DocumentSources): OpenApi {
  const components = { ...features, ...commonComponents };
  const prepared = routes.map((route) => prepare(schema, route));
  // CSV lists are not routes, but their parameters are also parameters of routes.
  const descriptions = new Map(prepared.flatMap(({ parameterDescriptions }) => [...parameterDescriptions]));
  const described = (parameters: readonly Parameter[] = []) =>
    parameters.map((parameter) => ({ description: descriptions.get(parameter), ...parameter }));
  const documented: DocumentedOperation[] = [
    ...prepared.map(({ route, accessRules, parameterRequirements }) => ({
      operation: { ...route, parameters: described(route.parameters) },
      needs: accessRules[0] ?? {},
      parameterRequirements,
      byGateway: true,
      requestHeaders: requestHeadersOf(routes, route),
    })),
    ...operations.map((operation) => ({
      operation: { ...operation, parameters: described(operation.parameters) },
      needs: operation.needs,
      byGateway: false,
      requestHeaders: operation.idempotent ? (['idempotency'] as const) : [],
    })),
  ];
  const paths = pathsOf(documented, components);
  return {
    openapi: '3.1.1',
    ...documentInfo(version),
    tags: tagObjects(new Set(documented.map(({ operation }) => tagOf(operation.path)))),
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(components).map(([name, { schema: own, example }]) => [
          name,
          example === undefined ? own : { ...own, examples: [example] },
        ]),
      ),
      responses: {
        NotModified: {
          description: 'Not modified: the `ETag` in `If-None-Match` is current.',
          headers: headerRefs(['ETag', 'Link', 'RateLimit', 'RateLimit-Policy']),
        },
        ...Object.fromEntries(
          Object.keys(PROBLEMS)
            .filter((name) => name !== 'Conflict')
            .map((name) => [name, problemResponse(name as keyof typeof PROBLEMS)]),
        ),
      },
      headers: HEADERS,
      parameters: PARAMETERS,
      securitySchemes: securitySchemes(cookie),
    },
  };
}

/** The request headers that the gateway supports for a route. */
function requestHeadersOf(routes: readonly Route[], route: Route): DocumentedOperation['requestHeaders'] {
  const { method, path, shape, changes } = route;
  const ofRow = method !== 'POST' && (shape !== undefined || (method === 'DELETE' && path.includes(':')));
  const isRead = routes.some((route) => route.method === 'GET' && route.path === path);
  return [
    ...(acceptsIdempotencyKey(route) ? (['idempotency'] as const) : []),
    ...(changes !== undefined || (ofRow && isRead) ? (['precondition'] as const) : []),
  ];
}

function pathsOf(documented: readonly DocumentedOperation[], components: Components): OpenApi['paths'] {
  const paths: OpenApi['paths'] = {};
  const names = new Set<string>();
  for (const one of documented) {
    const { method, path, id } = one.operation;
    try {
      if (names.has(id)) throw new Error(`has the duplicate id ${id}`);
      names.add(id);
      (paths[templateOf(path)] ??= {})[method.toLowerCase()] = operationObject(one, components);
    } catch (error) {
      throw new Error(`OpenAPI: ${method} ${path} ${(error as Error).message}`);
    }
  }
  return paths;
}
