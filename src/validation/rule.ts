import { cutText } from '../core/storable-text.js';
import type { Fault as PathFault } from '../core/errors.js';
import type { Expected, FaultCode } from '../core/fault-codes.js';

/** A JSON Schema, 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The reason why a value is invalid. */
export class ValueFault {
  /**
   * @param message follows the name of the member or column: `must be …, not "…"`
   * @param within the faults in an object, with paths relative to the object
   * @param code a stable code of the kind of fault. A user interface translates the message with the help of `code` and
   * `params`.
   */
  constructor(
    readonly message: string,
    readonly within: readonly PathFault[] = [],
    readonly code: FaultCode = 'invalid_value',
    readonly params: Readonly<Record<string, unknown>> = {},
  ) {}

  /**
   * The faults with their full paths.
   * @param path path of the value
   */
  at(path: string): PathFault[] {
    const { message, code, params } = this;
    if (this.within.length === 0) return [{ path, message, code, params }];
    return this.within.map((fault) => ({ ...fault, path: `${path}.${fault.path}` }));
  }
}

const MAX_NESTED_FAULTS = 50;
const MAX_NAME_LENGTH = 60;

/**
 * A fault for invalid members of an object.
 * @param faults at least one, with paths relative to the object
 */
export function nestedFault(faults: readonly PathFault[]): ValueFault {
  const within = faults.slice(0, MAX_NESTED_FAULTS);
  return new ValueFault(`has faults: ${within.map(({ path, message }) => `${path} ${message}`).join('; ')}`, within);
}

/** A fault for an unknown member. */
export const unknownMember = (member: string, known: readonly string[]): PathFault => ({
  path: cutText(member, MAX_NAME_LENGTH),
  message: `is unknown; the known members are ${known.join(', ')}`,
});

/** The rule of a value, shared by GraphQL, REST, the import (for text of cells) and the OpenAPI document. */
export interface Rule<T = unknown> {
  /** Describes a valid value; completes "must be …". */
  readonly what: string;
  /** The parts of the description, so that a user interface can translate it. */
  readonly expected?: Expected;
  readonly schema: JsonSchema;
  /** The value to store; null for an empty value such as blank text. */
  read(value: unknown): T | null | ValueFault;
}

const MAX_SHOWN_LENGTH = 60;

/**
 * A fault that describes the expected value.
 *
 * @param value the invalid value; text is quoted
 * @param expected the parts of `what`, so that a user interface can translate it
 */
export function mustBe(what: string, value: unknown, expected?: Expected): ValueFault {
  const params = { expected: what, given: shown(value), ...expected };
  return new ValueFault(`must be ${what}, not ${shown(value)}`, [], 'must_be', params);
}

/**
 * A fault of a missing member.
 * @param what describes a valid value, if the name of the member is not sufficient
 */
export const required = (what?: string): Pick<PathFault, 'message' | 'code'> => ({
  message: what === undefined ? 'is required' : `is required: ${what}`,
  code: 'required',
});

function shown(value: unknown): string {
  if (typeof value === 'string') return `"${clip(value)}"`;
  // JSON cannot represent infinite numbers.
  return clip(typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value)));
}

const clip = (text: string): string => (text.length > MAX_SHOWN_LENGTH ? `${cutText(text, MAX_SHOWN_LENGTH)}…` : text);
