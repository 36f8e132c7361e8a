import type { GraphQLError } from 'graphql';
import { conflict, invalid, ServiceError, type Fault } from '../errors.js';
import type { Route } from './route.js';

/** An error of the schema in the client's own words: paths get the names of the parameters and of REST. */
export function inRestNames(error: ServiceError, route: Route): ServiceError {
  const { errors } = error.details;
  if (!errors) return error;
  const faults = errors.map(({ path, message }) => ({ path: restPath(path, route), message }));
  if (error.code === 'validation_failed') return invalid(faults);
  // A text that repeats the paths is said anew.
  if (error.message === conflict(errors).message) return conflict(faults);
  return new ServiceError(error.code, error.message, { ...error.details, errors: faults });
}

/** `after` → `cursor`, `filter.bornFrom` → `born_from`, `input.0.dateOfBirth` → `0.birth_date`. */
export function restPath(path: string, { parameters = [], names = {} }: Route): string {
  const parameter = parameters.find(({ variable }) => variable === path);
  if (parameter) return parameter.name;
  return path
    .replace(/^(?:inputs?|filter)(?:\.|$)/, '')
    .split('.')
    .map((step) => names[step] ?? step.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .join('.');
}

/**
 * What was found in the body, and what the write found besides, as one answer; a member is told of once.
 * @returns undefined where the write's error is none of the input
 */
export function together(faults: readonly Fault[], error: ServiceError): ServiceError | undefined {
  const { code, details } = error;
  if ((code !== 'validation_failed' && code !== 'conflict') || !details.errors) return undefined;
  const besides = details.errors.filter(
    ({ path }) => !faults.some((fault) => path === '' || isWithin(fault.path, path) || isWithin(path, fault.path)),
  );
  return invalid([...faults, ...besides]);
}

const isWithin = (path: string, whole: string): boolean => path === whole || path.startsWith(`${whole}.`);

/** Strings of a quoted value have their quotes escaped, so that the first plain ` at "…"` is the path. */
const NESTED = /^Variable "\$\w+" got invalid value .*? at "([\w.[\]]+)"; (.*)$/s;
const WHOLE = /^Variable "\$(\w+)" got invalid value .*; ((?:Field "|Expected ).*)$/s;

const ABSENT = /^Variable "\$(\w+)" of (?:required type .* was not provided|non-null type .* must not be null)\.$/s;

/** The variables did not fit their types; graphql-js says so in prose only. */
export function variablesError(errors: readonly GraphQLError[], route: Route): ServiceError {
  return invalid(errors.map((error) => coercionFault(error.message, route)));
}

function coercionFault(text: string, route: Route): Fault {
  const [, absent] = ABSENT.exec(text) ?? [];
  if (absent) return { path: restPath(absent, route), message: 'is required' };
  const [, at = '', why = text] = NESTED.exec(text) ?? WHOLE.exec(text) ?? [];
  const path = at.replace(/\[(\d+)\]/g, '.$1');
  const [, missing] = /^Field "(\w+)" of required type .* was not provided/.exec(why) ?? [];
  if (missing) return { path: restPath(`${path}.${missing}`, route), message: 'is required' };
  const [, unknown] = /^Field "(.+)" is not defined by type/s.exec(why) ?? [];
  if (unknown) return { path: restPath(`${path}.${unknown}`, route), message: 'is not known here' };
  return { path: restPath(path, route), message: why };
}
