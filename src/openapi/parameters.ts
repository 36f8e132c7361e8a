import type { Requirement } from '../auth/permissions.js';
import type { ParameterKind } from '../rest/parameter-kinds.js';
import type { Parameter } from '../rest/parameter-kinds.js';
import { paramsOf } from '../rest/prepare.js';
import type { JsonSchema } from './json-schema.js';
import { PARTIAL_DATE, UUID } from './members.js';

/** JSON schemas of the kinds of parameters, as `rest/parameter-kinds.ts` parses them. */
const KINDS: Record<ParameterKind, (parameter: Parameter) => JsonSchema> = {
  integer: ({ minimum, maximum = 2 ** 31 - 1 }) => ({ type: 'integer', minimum, maximum }),
  number: ({ minimum, maximum }) => ({ type: 'number', minimum, maximum }),
  numbers: ({ values = {} }) => {
    const one = `(${Object.keys(values).join('|')}):-?\\d{1,15}(\\.\\d{1,15})?`;
    return { type: 'string', pattern: `^${one}(,${one})*$` };
  },
  enum: ({ values = {} }) => {
    const words = Object.keys(values);
    return areNumbers(words) ? { type: 'integer', enum: words.map(Number) } : { type: 'string', enum: words };
  },
  date: () => PARTIAL_DATE,
  instant: () => ({ type: 'string', anyOf: [{ format: 'date-time' }, { format: 'date' }] }),
  uuid: () => UUID,
  text: () => ({ type: 'string', minLength: 1, maxLength: 500, pattern: '^[^\\u0000]*$' }),
  boolean: () => ({ type: 'boolean' }),
  cursor: () => ({ type: 'string', pattern: '^[A-Za-z0-9_-]+$' }),
};

/** Whether all words are numbers, for example the words of `depth`. Generated clients then use numbers. */
const areNumbers = (words: readonly string[]): boolean => words.every((word) => /^\d+$/.test(word));

/** Converts a default value, which is text, to JSON. */
const typed = (text: string, { kind }: Parameter) =>
  kind === 'integer' || kind === 'number' || kind === 'boolean' || (kind === 'enum' && areNumbers([text]))
    ? JSON.parse(text)
    : text;

/** @param requires a permission in addition to the permission of the operation */
export function parameterObject(parameter: Parameter, requires?: Requirement): object {
  const { name, description, required = false, default: text } = parameter;
  const needs =
    requires &&
    `For this parameter, API keys require the permission \`${requires.level}\` on \`${requires.resource}\`.`;
  const schema = KINDS[parameter.kind](parameter);
  return {
    name,
    in: 'query',
    description: [description, needs].filter(Boolean).join(' '),
    ...(requires && { 'x-required-permission': requires }),
    required,
    schema: text === undefined ? schema : { ...schema, default: typed(text, parameter) },
  };
}

/** The parameters in a path. All are UUIDs. */
export function pathParameters(path: string): object[] {
  return paramsOf(path).map((name) => ({
    name,
    in: 'path',
    description: 'A UUID. If it is malformed or unknown, the status is 404.',
    required: true,
    schema: UUID,
  }));
}

/** Converts a path to a template: `/queens/:id` becomes `/queens/{id}`. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');
