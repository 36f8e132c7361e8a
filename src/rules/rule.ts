/** A JSON Schema, 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What is wrong with a value. */
export class Fault {
  /** Follows the name of the member or column: `must be …, not "…"`. */
  constructor(readonly message: string) {}
}

/**
 * What a member of a row may be, once for every way in: GraphQL and REST hand over the value, the import what it read
 * from a cell, and the OpenAPI document shows the schema.
 */
export interface Rule<T = unknown> {
  /** What would be right, after "must be". */
  readonly what: string;
  readonly schema: JsonSchema;
  /** The value as it is kept; null where it says nothing, such as a blank text. */
  read(value: unknown): T | null | Fault;
}

const SHOWN = 60;

/** @param given a text is shown in quotes */
export function mustBe(what: string, given: unknown): Fault {
  return new Fault(`must be ${what}, not ${shown(given)}`);
}

function shown(given: unknown): string {
  if (typeof given === 'string') return `"${clip(given)}"`;
  // JSON has no word for what is too large for a number.
  return clip(typeof given === 'number' ? String(given) : (JSON.stringify(given) ?? String(given)));
}

const clip = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
