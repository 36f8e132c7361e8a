import { GraphQLError } from 'graphql';
import type { Fault } from '../core/errors.js';

/** An invalid variable. */
export interface VariableFault extends Fault {
  /**
   * Set if a variable is missing, or if a member of its value is missing or unknown. `field` is the name of this member
   * below the path. If `field` is absent, the variable itself is missing.
   */
  problem?: 'missing' | 'unknown';
  field?: string;
}

// Quotes within the quoted value are escaped, so the first plain ` at "…"` is the path.
const NESTED = /^Variable "\$\w+" got invalid value .*? at "([\w.[\]]+)"; (.*)$/s;
const INVALID_VALUE =
  /^Variable "\$(\w+)" got invalid value (?:"(?:[^"\\]|\\.)*"|.*(?=; (?:Field "|Expected ))|.*?); (.*)$/s;
const MISSING = /^Variable "\$(\w+)" (of (?:required type .* was not provided|non-null type .* must not be null)\.)$/s;
const MISSING_FIELD = /^Field "(\w+)" of required type .* was not provided/;
const UNKNOWN_FIELD = /^Field "(.+)" is not defined by type/s;
const ARGUMENT = /^Argument "(\w+)" (.*)$/s;

/**
 * Parses graphql-js' message about an invalid variable. The error has no code, and only its text contains the path
 * (graphql-js 16, `execution/values`).
 */
export function readVariableError(text: string): VariableFault | undefined {
  const [, absent, reason = ''] = MISSING.exec(text) ?? [];
  if (absent !== undefined) return { path: absent, message: reason, problem: 'missing' };
  const [, at, message] = NESTED.exec(text) ?? INVALID_VALUE.exec(text) ?? [];
  if (at === undefined || message === undefined) return undefined;
  const path = at.replace(/\[(\d+)\]/g, '.$1');
  const [, missing] = MISSING_FIELD.exec(message) ?? [];
  if (missing !== undefined) return { path, message, problem: 'missing', field: missing };
  const [, unknown] = UNKNOWN_FIELD.exec(message) ?? [];
  if (unknown !== undefined) return { path, message, problem: 'unknown', field: unknown };
  return { path, message };
}

/**
 * Parses graphql-js' message about an invalid argument during execution, for example a null variable for a non-null
 * argument. The error has no code, so the service would report it as internal.
 */
export function readArgumentError(cause: unknown): Fault | undefined {
  if (!(cause instanceof GraphQLError) || cause.extensions.code !== undefined) return undefined;
  const [, path, message] = ARGUMENT.exec(cause.message) ?? [];
  return path === undefined || message === undefined ? undefined : { path, message };
}
