import {
  getNamedType,
  getOperationAST,
  isInputObjectType,
  Kind,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
} from 'graphql';
import { accessRuleOf, type AccessRule } from '../auth/guard.js';
import { requirementOf } from '../auth/guarded-arguments.js';
import type { Requirement } from '../auth/permissions.js';
import type { Parameter } from './parameter-kinds.js';
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
  parameterDescriptions: ReadonlyMap<Parameter, string>;
}

/**
 * @throws {Error} if the document of the route or a variable is invalid for the schema, or if a parameter has no
 * description. The message names the route.
 */
export function prepare(schema: GraphQLSchema, route: Route): PreparedRoute {
  const { document, operation } = read(schema, route);
  const { parameters = [] } = route;
  const declared = new Set((operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value));
  const used = [...paramsOf(route.path), ...parameters.flatMap(({ variable = [] }) => variable)];
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
  const args = argumentsOf(schema, document);
  // A parameter requires the permission of the argument to which its variable is passed.
  const parameterRequirements = parameters.flatMap(({ name, variable = '' }) => {
    const [input = ''] = variable.split('.');
    const argument = args.get(input);
    const requires = argument && requirementOf(argument);
    return requires ? [[name, requires] as const] : [];
  });
  const parameterDescriptions = parameters.map((parameter) => {
    const description = descriptionOf(parameter, args);
    if (!description) throw routeError(route, `its parameter ${parameter.name} has no description`);
    return [parameter, description] as const;
  });
  return {
    route,
    schema,
    document,
    accessRules,
    parameterRequirements: new Map(parameterRequirements),
    parameterDescriptions: new Map(parameterDescriptions),
  };
}

/**
 * The arguments to which the document passes its variables, by variable. If a variable is passed to several arguments,
 * an argument that requires a permission takes precedence.
 */
function argumentsOf(schema: GraphQLSchema, document: DocumentNode): Map<string, GraphQLArgument> {
  const found = new Map<string, GraphQLArgument>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Variable({ name }) {
        const argument = types.getArgument();
        if (argument && (requirementOf(argument) || !found.has(name.value))) found.set(name.value, argument);
      },
    }),
  );
  return found;
}

/** The description of a parameter, by default the description of the argument or input field that it sets. */
function descriptionOf(
  { description, variable = '' }: Parameter,
  args: ReadonlyMap<string, GraphQLArgument>,
): string | null | undefined {
  const [name = '', ...fields] = variable.split('.');
  let target: GraphQLArgument | GraphQLInputField | undefined = args.get(name);
  for (const field of fields) {
    const type = target && getNamedType(target.type);
    target = isInputObjectType(type) ? type.getFields()[field] : undefined;
  }
  return description ?? target?.description;
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
