import type { Fault as PathFault } from '../core/errors.js';

/** A JSON Schema, 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What is wrong with a value. */
export class ValueFault {
  /**
   * @param message follows the name of the member or column: `must be …, not "…"`
   * @param within what is wrong inside of an object, by the path from it
   * @param code a stable word for this kind of fault, with its `params`: by them an interface translates the message
   */
  constructor(
    readonly message: string,
    readonly within: readonly PathFault[] = [],
    readonly code = 'invalid_value',
    readonly params: Readonly<Record<string, unknown>> = {},
  ) {}

  /** Each at its own path. @param path of the value */
  at(path: string): PathFault[] {
    if (this.within.length === 0) return [{ path, message: this.message }];
    return this.within.map((fault) => ({ path: `${path}.${fault.path}`, message: fault.message }));
  }
}

const MOST_WITHIN = 50;
const LONGEST_NAME = 60;

/** That the members of an object are wrong. @param faults by the path from the object; one at least */
export function nestedFault(faults: readonly PathFault[]): ValueFault {
  const within = faults.slice(0, MOST_WITHIN);
  return new ValueFault(`has faults: ${within.map(({ path, message }) => `${path} ${message}`).join('; ')}`, within);
}

/** That an object has a member which is none. */
export const unknownMember = (member: string, known: readonly string[]): PathFault => ({
  path: member.slice(0, LONGEST_NAME),
  message: `is not known here; known are ${known.join(', ')}`,
});

/**
 * What a member of a row may be, once for every way in: GraphQL and REST hand over the value, the import what it read
 * from a cell, and the OpenAPI document shows the schema.
 */
export interface Rule<T = unknown> {
  /** What would be right, after "must be". */
  readonly what: string;
  readonly schema: JsonSchema;
  /** The value as it is kept; null where it says nothing, such as a blank text. */
  read(value: unknown): T | null | ValueFault;
}

const SHOWN = 60;

/** @param given a text is shown in quotes */
export function mustBe(what: string, given: unknown): ValueFault {
  return new ValueFault(`must be ${what}, not ${shown(given)}`, [], 'must_be', { expected: what, given: shown(given) });
}

function shown(given: unknown): string {
  if (typeof given === 'string') return `"${clip(given)}"`;
  // JSON has no word for what is too large for a number.
  return clip(typeof given === 'number' ? String(given) : (JSON.stringify(given) ?? String(given)));
}

const clip = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
