import type { ParsedUrlQuery } from 'node:querystring';
import type { Fault } from '../core/errors.js';
import { KINDS, type Parameter } from './parameter-kinds.js';

export interface ReadParameters {
  /** Values by REST name. */
  values: Record<string, unknown>;
  faults: Fault[];
}

/**
 * Parses query parameters and collects the faults of unknown, repeated, missing, invalid and conflicting parameters.
 */
export function readParameters(parameters: readonly Parameter[], query: ParsedUrlQuery): ReadParameters {
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const name of Object.keys(query)) {
    if (!parameters.some((parameter) => parameter.name === name))
      faults.push({ path: name, message: known(parameters) });
  }
  for (const parameter of parameters) {
    const { name, insteadOf } = parameter;
    const raw = query[name];
    const text = raw ?? parameter.default;
    if (text === undefined) {
      if (parameter.required) faults.push({ path: name, message: 'is required' });
      continue;
    }
    if (Array.isArray(text)) {
      faults.push({ path: name, message: 'must be given once' });
      continue;
    }
    const { read, expected } = KINDS[parameter.kind];
    const value = read(text, parameter);
    if (value === undefined) faults.push({ path: name, message: `must be ${expected(parameter)}` });
    else values[name] = value;
    if (raw !== undefined && insteadOf !== undefined && query[insteadOf] !== undefined) {
      faults.push({ path: name, message: `must not be combined with ${insteadOf}` });
    }
  }
  return { values, faults };
}

function known(parameters: readonly Parameter[]): string {
  const names = parameters.map(({ name }) => name).join(', ');
  return names
    ? `is not a parameter of this path; its parameters are ${names}`
    : 'is not a parameter of this path, which has none';
}

/**
 * Maps the values of parameters to variables of the document, and adds the fixed variables. `filter.bornFrom` becomes
 * `{filter: {bornFrom: …}}`.
 */
export function toVariables(
  parameters: readonly Parameter[],
  values: Record<string, unknown>,
  fixed: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const variables = structuredClone(fixed) as Record<string, unknown>;
  for (const { name, variable } of parameters) {
    if (variable === undefined || values[name] === undefined) continue;
    const path = variable.split('.');
    const last = path.pop() as string;
    let place = variables;
    for (const step of path) place = (place[step] ??= {}) as Record<string, unknown>;
    place[last] = values[name];
  }
  return variables;
}
