import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { ServiceError, type Fault } from '../errors.js';
import { asServiceError } from '../rest/problem.js';
import { faultOfLiteral } from './literals.js';

/**
 * Errors as clients see them: those of the domain by their code, those of GraphQL itself as they are, and everything
 * else in general words, without a stack or SQL.
 */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const { message, locations, path, extensions } = formatted;
  const cause = unwrapResolverError(error);
  const fault = faultOfArgument(cause) ?? faultOfLiteral(cause);
  if (fault) return { message, locations, path, extensions: { code: 'BAD_USER_INPUT', errors: [fault] } };
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
const WHOLE = /^Variable "\$(\w+)" got invalid value (?:"(?:[^"\\]|\\.)*"|.*?); (.*)$/s;
const LACKING = /^Variable "\$(\w+)" (of (?:required|non-null) type .*)$/s;

/** graphql-js says in prose only which part of a variable does not fit its type. */
function faultsOfVariables(text: string): Fault[] | undefined {
  const [, path, message] = NESTED.exec(text) ?? WHOLE.exec(text) ?? LACKING.exec(text) ?? [];
  if (path === undefined || message === undefined) return undefined;
  return [{ path: path.replace(/\[(\d+)\]/g, '.$1'), message }];
}

const ARGUMENT = /^Argument "(\w+)" (.*)$/s;

/**
 * What graphql-js finds wrong with an argument only while it runs, as where a variable that may be null stands for what
 * may not: it has no code for that, and would be told as a fault of ours.
 */
export function faultOfArgument(cause: unknown): Fault | undefined {
  if (!(cause instanceof GraphQLError) || cause.extensions.code !== undefined) return undefined;
  const [, path, message] = ARGUMENT.exec(cause.message) ?? [];
  return path === undefined || message === undefined ? undefined : { path, message };
}
