import { GraphQLError } from 'graphql';
import type { Fault } from '../core/errors.js';

/** What is wrong with a variable. */
export interface VariableFault extends Fault {
  /** `missing` and `unknown` where that is what is wrong with the path, or with `field` below it. */
  problem?: 'missing' | 'unknown';
  field?: string;
}

// Strings of the quoted value have their quotes escaped, so the first plain ` at "…"` is the path.
const NESTED = /^Variable "\$\w+" got invalid value .*? at "([\w.[\]]+)"; (.*)$/s;
const WHOLE = /^Variable "\$(\w+)" got invalid value (?:"(?:[^"\\]|\\.)*"|.*(?=; (?:Field "|Expected ))|.*?); (.*)$/s;
const MISSING = /^Variable "\$(\w+)" (of (?:required type .* was not provided|non-null type .* must not be null)\.)$/s;
const MISSING_FIELD = /^Field "(\w+)" of required type .* was not provided/;
const UNKNOWN_FIELD = /^Field "(.+)" is not defined by type/s;
const ARGUMENT = /^Argument "(\w+)" (.*)$/s;

/**
 * Reads what graphql-js says of a variable that does not fit its type. It has no codes for this, and names the part only in
 * the text (graphql-js 16, `execution/values`).
 */
export function readVariableError(text: string): VariableFault | undefined {
  const [, absent, reason] = MISSING.exec(text) ?? [];
  if (absent !== undefined) return { path: absent, message: reason!, problem: 'missing' };
  const [, at, message] = NESTED.exec(text) ?? WHOLE.exec(text) ?? [];
  if (at === undefined || message === undefined) return undefined;
  const path = at.replace(/\[(\d+)\]/g, '.$1');
  const [, missing] = MISSING_FIELD.exec(message) ?? [];
  if (missing !== undefined) return { path, message, problem: 'missing', field: missing };
  const [, unknown] = UNKNOWN_FIELD.exec(message) ?? [];
  if (unknown !== undefined) return { path, message, problem: 'unknown', field: unknown };
  return { path, message };
}

/**
 * Reads what graphql-js says of an argument during execution, for example when a nullable variable is null where the
 * argument must not be. The error has no code, so it would be reported as an internal error.
 */
export function readArgumentError(cause: unknown): Fault | undefined {
  if (!(cause instanceof GraphQLError) || cause.extensions.code !== undefined) return undefined;
  const [, path, message] = ARGUMENT.exec(cause.message) ?? [];
  return path === undefined || message === undefined ? undefined : { path, message };
}
