import type { Parameter } from './parameters.js';

/** What an answer may read of the request; every value has been checked. */
export interface RouteInput {
  /** Of the path; each is a UUID. */
  params: Record<string, string>;
  /** Query parameters by their REST name, defaults filled in; absent ones are undefined. */
  query: Record<string, unknown>;
  /** The JSON body; undefined for a route that takes none. */
  body: unknown;
}

export interface BodyRule {
  /** Whether a bare array may come in place of an object. */
  allowArray?: boolean;
  /** Whether no body at all will do. */
  optional?: boolean;
}

/**
 * A REST route is a row: method, path, GraphQL document, how the request becomes variables and how data becomes the
 * answer. It runs on the same schema with the same context as GraphQL; it has no permission and no query of its own.
 *
 * A member of the data that the caller may not read is `undefined` (and so is left out of the JSON); `null` means that
 * there is none.
 */
export interface Route<Data = never> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the prefix, e.g. `/queens/f0/:id`. It answers under `/api` and `/api/v1`; a variable `$id` gets its `:id`. */
  path: string;
  summary: string;
  /** The document; checked against the schema when the service starts. */
  document: string;
  /** Query parameters that are known; any other is refused by name. Each says to which variable it goes. */
  parameters?: readonly Parameter[];
  /** Variables that are always so; the parameters go on top. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Takes a JSON body. */
  body?: BodyRule;
  /** Variables besides those of the path and the parameters, such as a body's. */
  variables?: (input: RouteInput) => Record<string, unknown>;
  /** REST names of GraphQL input fields that faults are told of; others are only written in snake_case. */
  names?: Readonly<Record<string, string>>;
  answer: (data: Data, input: RouteInput) => Answer;
}

export interface Answer {
  status?: number;
  /** Of what was made, below the prefix; `Location` has it below `/api/v1`. */
  location?: string;
  /** The whole JSON body; absent for 204. */
  body?: Record<string, unknown>;
  /** A list's cursor to the next page, for `Link`. */
  next?: string | null;
}

export function defineRoute<Data>(route: Route<Data>): Route {
  return route as Route;
}
