import { unwrapResolverError } from '@apollo/server/errors';
import type { GraphQLFormattedError } from 'graphql';
import { ServiceError, type Fault } from '../errors.js';
import { asServiceError } from '../rest/problem.js';

/**
 * Errors as clients see them: those of the domain by their code, those of GraphQL itself as they are, and everything
 * else in general words, without a stack or SQL.
 */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { message, locations, path, extensions } = formatted;
  const cause = unwrapResolverError(error);
  const ours = extensions?.code === 'INTERNAL_SERVER_ERROR' || cause instanceof ServiceError;
  if (!ours) {
    const errors = faultsOfVariables(message);
    return { message, locations, path, extensions: { code: extensions?.code, ...(errors && { errors }) } };
  }
  const problem = asServiceError(cause);
  return { message: problem.message, locations, path, extensions: extensionsOf(problem) };
}

/** `code` as the contract says it, the faults of bad input, and what else belongs to the error. */
export function extensionsOf({ graphqlCode, details }: ServiceError): Record<string, unknown> {
  return { code: graphqlCode, ...(details.errors && { errors: details.errors }), ...details.extra };
}

/** An error before anything was executed, as the whole answer. */
export function answerOf(error: ServiceError): string {
  return JSON.stringify({ errors: [{ message: error.message, extensions: extensionsOf(error) }] });
}

// Strings of the quoted value have their quotes escaped, so the first plain ` at "…"` is the path.
const NESTED = /^Variable "\$\w+" got invalid value .*? at "([\w.[\]]+)"; (.*)$/s;
const WHOLE = /^Variable "\$(\w+)" (?:got invalid value .*; )?((?:Field "|Expected |of required type ).*)$/s;

/** graphql-js says in prose only which part of a variable does not fit its type. */
function faultsOfVariables(text: string): Fault[] | undefined {
  const [, path, message] = NESTED.exec(text) ?? WHOLE.exec(text) ?? [];
  if (path === undefined || message === undefined) return undefined;
  return [{ path: path.replace(/\[(\d+)\]/g, '.$1'), message }];
}
