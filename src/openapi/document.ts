import type { GraphQLSchema } from 'graphql';
import type { HandledOperation } from '../rest/operation.js';
import { prepare } from '../rest/prepare.js';
import type { Route } from '../rest/route.js';
import { acceptsIdempotencyKey } from '../rest/write-options.js';
import { commonComponents } from './common.js';
import { ABOUT, HEADERS, PARAMETERS, securitySchemes } from './frame.js';
import type { Components } from './json-schema.js';
import { operationObject, type Told } from './operation.js';
import { templateOf } from './parameters.js';
import { headerRefs, problemResponse, PROBLEMS } from './problems.js';
import { tagObjects, tagOf } from './tags.js';

export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, object>>;
  [section: string]: unknown;
}

interface Sources {
  schema: GraphQLSchema;
  /** The table of the gateway. */
  routes: readonly Route[];
  /** What handlers of their own answer. */
  operations: readonly HandledOperation[];
  /** Schemas of the features' entries and bodies, by name. */
  components: Components;
  version: string;
  /** Name of the session's cookie. */
  cookie: string;
}

/**
 * The OpenAPI 3.1 document of everything that REST answers.
 * @throws {Error} naming the operation that cannot be told: of an unknown component or chapter, or with a name that is taken
 */
export function openApiDocument({
  schema,
  routes,
  operations,
  components: features,
  version,
  cookie,
}: Sources): OpenApi {
  const components = { ...features, ...commonComponents };
  const told: Told[] = [
    ...routes.map((route) => ({
      operation: { parameters: [], ...route },
      ...needsOf(schema, route),
      byGateway: true,
      terms: termsOf(routes, route),
    })),
    ...operations.map((operation) => ({
      operation,
      needs: operation.needs,
      byGateway: false,
      terms: operation.idempotent ? (['idempotency'] as const) : [],
    })),
  ];
  const paths = pathsOf(told, components);
  return {
    openapi: '3.1.1',
    ...ABOUT(version),
    tags: tagObjects(new Set(told.map(({ operation }) => tagOf(operation.path)))),
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

/** Which terms a client may set, as the gateway hears them. */
function termsOf(routes: readonly Route[], route: Route): Told['terms'] {
  const { method, path, shape, changes } = route;
  const ofRow = method !== 'POST' && (shape !== undefined || (method === 'DELETE' && path.includes(':')));
  const isRead = routes.some((route) => route.method === 'GET' && route.path === path);
  return [
    ...(acceptsIdempotencyKey(route) ? (['idempotency'] as const) : []),
    ...(changes !== undefined || (ofRow && isRead) ? (['precondition'] as const) : []),
  ];
}

/** What the schema asks at the root of the route's document, which has one root field, and of its arguments. */
function needsOf(schema: GraphQLSchema, route: Route): Pick<Told, 'needs' | 'demands'> {
  const { accessRules: stamps, parameterRequirements: demands } = prepare(schema, route);
  return { needs: stamps[0] ?? {}, demands };
}

function pathsOf(told: readonly Told[], components: Components): OpenApi['paths'] {
  const paths: OpenApi['paths'] = {};
  const names = new Set<string>();
  for (const one of told) {
    const { method, path, id } = one.operation;
    try {
      if (names.has(id)) throw new Error(`has the name ${id}, which is taken`);
      names.add(id);
      (paths[templateOf(path)] ??= {})[method.toLowerCase()] = operationObject(one, components);
    } catch (error) {
      throw new Error(`OpenAPI: ${method} ${path} ${(error as Error).message}`);
    }
  }
  return paths;
}
