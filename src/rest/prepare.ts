import {
  getOperationAST,
  Kind,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import { accessRuleOf, type AccessRule } from '../auth/guard.js';
import { argumentRequirementOf } from '../auth/guarded-arguments.js';
import type { Requirement } from '../auth/permissions.js';
import type { Route } from './route.js';

/** A route with its parsed and validated document. */
export interface PreparedRoute {
  route: Route;
  schema: GraphQLSchema;
  document: DocumentNode;
  /** The access rules of the document's root fields. These rules are checked before all other parts of the request. */
  accessRules: AccessRule[];
  /** Permissions that query parameters require, by name. */
  parameterRequirements: ReadonlyMap<string, Requirement>;
}

/**
 * @throws {Error} if the document of the route or a variable is invalid for the schema. The message names the route.
 */
export function prepare(schema: GraphQLSchema, route: Route): PreparedRoute {
  const { document, operation } = read(schema, route);
  const declared = new Set((operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value));
  const used = [...paramsOf(route.path), ...(route.parameters ?? []).flatMap(({ variable = [] }) => variable)];
  for (const variable of used) {
    const [name = ''] = variable.split('.');
    if (!declared.has(name)) throw routeError(route, `its document has no variable $${name}`);
  }
  const root = schema.getRootType(operation.operation)?.getFields() ?? {};
  const accessRules = operation.selectionSet.selections.flatMap((selection) => {
    if (selection.kind !== Kind.FIELD)
      throw routeError(route, 'its document has something other than fields at the root');
    const field = root[selection.name.value];
    return (field && accessRuleOf(field)) ?? [];
  });
  return {
    route,
    schema,
    document,
    accessRules,
    parameterRequirements: requirementsOf(schema, document, route),
  };
}

/** Permissions by parameter. A parameter requires the permission of the argument to which its variable is passed. */
function requirementsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { parameters = [] }: Route,
): Map<string, Requirement> {
  const needed = new Map<string, Requirement>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Variable({ name }) {
        const argument = types.getArgument();
        const requires = argument && argumentRequirementOf(argument);
        if (requires) needed.set(name.value, requires);
      },
    }),
  );
  return new Map(
    parameters.flatMap(({ name, variable = '' }) => {
      const [input = ''] = variable.split('.');
      const requires = needed.get(input);
      return requires ? [[name, requires] as const] : [];
    }),
  );
}

/** The Query fields of cacheable routes; see `Route`. */
export function cacheableFields(routes: readonly Route[]): Set<string> {
  const documents = routes.filter(({ cacheable }) => cacheable).map(({ document }) => parse(document));
  const selections = documents.flatMap((document) => getOperationAST(document)?.selectionSet.selections ?? []);
  return new Set(selections.flatMap((selection) => (selection.kind === Kind.FIELD ? selection.name.value : [])));
}

/** The parameter names of a path. */
export function paramsOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
}

function read(schema: GraphQLSchema, route: Route) {
  let document;
  try {
    document = parse(route.document);
  } catch (error) {
    throw routeError(route, (error as Error).message);
  }
  const errors = validate(schema, document);
  if (errors.length > 0) throw routeError(route, errors.map(({ message }) => message).join(' '));
  const operation = getOperationAST(document);
  if (!operation) throw routeError(route, 'its document must contain one operation');
  return { document, operation };
}

function routeError({ method, path }: Route, why: string): Error {
  return new Error(`Route ${method} ${path}: ${why}`);
}
