import type { BodyShape } from './body-shape.js';
import type { Operation } from './operation.js';

/** What an answer may read of the request; every value has been checked. */
export interface RouteInput {
  /** Of the path; each is a UUID. */
  params: Record<string, string>;
  /** Query parameters by their REST name, defaults filled in; absent ones are undefined. */
  query: Record<string, unknown>;
  /** The JSON body; undefined for a route that takes none. */
  body: unknown;
}

/**
 * A REST route is a row: method, path, GraphQL document, how the request becomes variables and how data becomes the
 * answer. It runs on the same schema with the same context as GraphQL; it has no permission and no query of its own.
 *
 * A member of the data that the caller may not read is `undefined` (and so is left out of the JSON); `null` means that
 * there is none.
 */
export interface Route<Data = never> extends Operation {
  /** The document; checked against the schema when the service starts. A variable `$id` gets the `:id` of the path. */
  document: string;
  /**
   * Whether its answer follows from the account's data as of its revision (migrations 5 and 16), and from who asks and
   * what: then a 304 for what this process has
   * answered before costs no more than to find out who asks.
   */
  cacheable?: boolean;
  /** Variables that are always so; the parameters go on top. */
  fixed?: Readonly<Record<string, unknown>>;
  /**
   * What the body's rows are. They become the variable `$input`, `$inputs` of a list or variables themselves, of a mutation that ends in
   * `write`: only such a one finds everything else that is wrong where the body is at fault, and keeps nothing.
   */
  shape?: BodyShape;
  /** The path of the row that it changes, where that is not its own: `If-Match` speaks of what a GET answers there. */
  changes?: string;
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
  /** It is what a GET of the row would answer, and bears its `ETag`. */
  tagged?: boolean;
  /** A list's cursor to the next page, for `Link`. */
  next?: string | null;
}

export function defineRoute<Data>(route: Route<Data>): Route {
  return route;
}
