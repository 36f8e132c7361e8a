import type { GraphQLError } from 'graphql';
import { FaultsError, invalid, ServiceError, type Fault } from '../core/errors.js';
import { readVariableError } from '../graphql/graphql-js-errors.js';
import { invertMembers } from './members.js';
import type { Route } from './route.js';

/** Converts the paths of a GraphQL error to REST parameters and members. */
export function toRestError(error: ServiceError, route: Route): ServiceError {
  const { errors, ...details } = error.details;
  if (!errors) return error;
  const faults = errors.map((fault) => ({ ...fault, path: restPath(fault.path, route) }));
  if (error instanceof FaultsError) return new FaultsError(error.code, faults, details);
  return new ServiceError(error.code, error.message, { ...details, errors: faults });
}

/**
 * Converts a path, for example `after` to `cursor`, `filter.bornFrom` to `born_from`, and `inputs.0.dateOfBirth` to
 * `0.birth_date`.
 */
export function restPath(
  path: string,
  { parameters = [], shape, names = invertMembers(shape?.members ?? {}) }: Route,
): string {
  const parameter = parameters.find(({ variable }) => variable === path);
  if (parameter) return parameter.name;
  return path
    .replace(/^(?:inputs?|filter)(?:\.|$)/, '')
    .split('.')
    .map((step) => names[step] ?? step.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .join('.');
}

/**
 * Merges the faults of the body with the faults of the write, without duplicates.
 * @returns undefined if the write failed for another reason
 */
export function mergeFaults(faults: readonly Fault[], error: ServiceError): ServiceError | undefined {
  const { code, details } = error;
  if ((code !== 'validation_failed' && code !== 'conflict') || !details.errors) return undefined;
  const further = details.errors.filter(
    ({ path }) => !faults.some((fault) => path === '' || isWithin(fault.path, path) || isWithin(path, fault.path)),
  );
  return invalid([...faults, ...further], details);
}

const isWithin = (path: string, whole: string): boolean => path === whole || path.startsWith(`${whole}.`);

/** The error for variables that do not match their types. */
export function variablesError(errors: readonly GraphQLError[], route: Route): ServiceError {
  return invalid(errors.map((error) => variableFault(error.message, route)));
}

const MEMBER_MESSAGES = { missing: 'is required', unknown: 'is unknown' };

function variableFault(text: string, route: Route): Fault {
  const { path, field, problem, message } = readVariableError(text) ?? { path: '', message: text };
  const member = field === undefined ? path : `${path}.${field}`;
  const code = problem === 'missing' && { code: 'required' as const };
  return { path: restPath(member, route), message: problem ? MEMBER_MESSAGES[problem] : message, ...code };
}
