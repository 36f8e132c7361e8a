import { unwrapResolverError } from '@apollo/server/errors';
import type { GraphQLFormattedError } from 'graphql';
import { ServiceError } from '../core/errors.js';
import { toServiceError } from '../http/problem.js';
import { readArgumentError, readVariableError } from './graphql-js-errors.js';
import { literalFault } from './literals.js';

/**
 * Formats errors for clients: service errors with their code, errors of graphql-js with their own message (for invalid
 * input also with the fault), and all others as a generic message without stack or SQL.
 */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { message, locations, path, extensions } = formatted;
  const cause = unwrapResolverError(error);
  const fault = readArgumentError(cause) ?? literalFault(cause);
  if (fault) return { message, locations, path, extensions: { code: 'BAD_USER_INPUT', errors: [fault] } };
  const ours = extensions?.code === 'INTERNAL_SERVER_ERROR' || cause instanceof ServiceError;
  if (!ours) {
    const variable = readVariableError(message);
    const errors = variable && [{ path: variable.path, message: variable.message }];
    return { message, locations, path, extensions: { code: extensions?.code, ...(errors && { errors }) } };
  }
  const problem = toServiceError(cause);
  return { message: problem.message, locations, path, extensions: extensionsOf(problem) };
}

/** The extensions of an error: `code`, the faults of invalid input, and further members. */
export function extensionsOf({ graphqlCode, details }: ServiceError): Record<string, unknown> {
  return { code: graphqlCode, ...(details.errors && { errors: details.errors }), ...details.extra };
}

/** The response body for an error before execution. */
export function errorBody(error: ServiceError): Record<string, unknown> {
  return { errors: [{ message: error.message, extensions: extensionsOf(error) }] };
}
