import type { ExecutionResult, GraphQLError } from 'graphql';
import type { RequestContext } from '../graphql/context.js';
import { ServiceError } from '../core/errors.js';
import { execute } from '../graphql/execute.js';
import { toRestError, variablesError } from './faults.js';
import type { PreparedRoute } from './prepare.js';
import type { Route } from './route.js';

/**
 * Executes a route's document. Members that the caller may not read are undefined in the data.
 * @throws the error of the GraphQL execution that is closest to the root; a `ServiceError` gets REST names
 */
export async function runRoute<Data>(
  { schema, document, route }: PreparedRoute,
  variables: Record<string, unknown>,
  context: RequestContext,
): Promise<Data> {
  const result = await execute({ schema, document, variableValues: variables, contextValue: context });
  return dataOrThrow(result, route) as Data;
}

function dataOrThrow({ data, errors = [] }: ExecutionResult, route: Route): unknown {
  if (data === undefined && errors.every(({ path }) => path === undefined)) throw variablesError(errors, route);
  // Another error can make an ancestor of a member null. A missing permission for this member is then not the cause.
  const others = errors.filter((error) => !lacksPermission(error));
  const fatal = others.length > 0 ? others : errors.filter(({ path = [] }) => !omitAt(data, path));
  // An error closer to the root takes precedence.
  const [decisive] = fatal.sort((a, b) => (a.path?.length ?? 0) - (b.path?.length ?? 0));
  if (!decisive) return data;
  const cause = decisive.originalError ?? decisive;
  throw cause instanceof ServiceError ? toRestError(cause, route) : cause;
}

function lacksPermission({ originalError, path = [] }: GraphQLError): boolean {
  return path.length > 1 && originalError instanceof ServiceError && originalError.code === 'insufficient_permission';
}

/**
 * Sets the member at the path to undefined. If the error made an ancestor of the member null, the ancestor is set to
 * undefined instead. Never changes a root field.
 */
function omitAt(data: unknown, path: readonly (string | number)[]): boolean {
  let place = data as Record<string | number, unknown> | null;
  for (const [depth, step] of path.entries()) {
    const piece = place?.[step];
    if (piece == null) {
      // A row of a list cannot be omitted without a shift of the following rows, so its error is thrown.
      if (!place || depth === 0 || typeof step === 'number') return false;
      place[step] = undefined;
      return true;
    }
    place = piece as Record<string | number, unknown>;
  }
  return false;
}
