import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Context } from 'koa';
import type { Identity } from '../auth/identity.js';
import type { RequestContext } from '../graphql/context.js';
import { ServiceError } from '../core/errors.js';
import { execute } from '../graphql/execute.js';
import { toRestError, variablesError } from './faults.js';
import type { PreparedRoute } from './prepare.js';
import type { Route } from './route.js';

export const identityOf = (ctx: Context): Identity | null => (ctx.state.identity as Identity | undefined) ?? null;

/**
 * Runs a route's document as the caller and gives its data, from which is left out (undefined) what the caller may
 * not read.
 * @throws {ServiceError} that the schema answered with, told in REST's names
 */
export async function runRoute<Data>(
  { schema, document, route }: PreparedRoute,
  variables: Record<string, unknown>,
  context: RequestContext,
): Promise<Data> {
  const result = await execute({ schema, document, variableValues: variables, contextValue: context });
  return settle(result, route) as Data;
}

function settle({ data, errors = [] }: ExecutionResult, route: Route): unknown {
  if (data === undefined && errors.every(({ path }) => path === undefined)) throw variablesError(errors, route);
  const fatal = errors.filter((error) => !(lacksPermission(error) && leaveOut(data, error.path ?? [])));
  // What the root says decides; a fault of ours further down goes before another's.
  const [decisive] = fatal.sort((a, b) => (a.path?.length ?? 0) - (b.path?.length ?? 0));
  if (!decisive) return data;
  const cause = decisive.originalError ?? decisive;
  throw cause instanceof ServiceError ? toRestError(cause, route) : cause;
}

function lacksPermission({ originalError, path = [] }: GraphQLError): boolean {
  return path.length > 1 && originalError instanceof ServiceError && originalError.code === 'insufficient_permission';
}

/** Takes a nested piece out of the data, or the nearest piece above it that became null with it; not a root. */
function leaveOut(data: unknown, path: readonly (string | number)[]): boolean {
  let place = data as Record<string | number, unknown> | null;
  for (const [depth, step] of path.entries()) {
    const piece = place?.[step];
    if (piece == null) {
      // A row of a list cannot be left out without shifting the others.
      if (!place || depth === 0 || typeof step === 'number') return false;
      place[step] = undefined;
      return true;
    }
    place = piece as Record<string | number, unknown>;
  }
  return false;
}
