import type { BodyShape } from './body-shape.js';
import type { Operation } from './operation.js';

/** A validated request, from which the response is built. */
export interface RouteInput {
  /** Path parameters; all are UUIDs. */
  params: Record<string, string>;
  /** Query parameters by REST name, with defaults. Absent parameters are undefined. */
  query: Record<string, unknown>;
  /** The JSON body; undefined if the route has none. */
  body: unknown;
}

/**
 * A REST route: method, path, GraphQL document, and the mapping of the request to variables and of the data to a
 * response. A route uses the schema and context of GraphQL, and has no permissions or queries of its own.
 *
 * Members that the caller may not read are `undefined` in the data, and therefore absent from the JSON. `null` means
 * that there is no value.
 */
export interface Route<Data = never> extends Operation {
  /** The GraphQL document, validated at startup. The variable `$id` has the value of `:id` in the path. */
  document: string;
  /**
   * Whether the response depends only on the account's data at its revision (migrations 5 and 16), the caller and the
   * request. Such a response is cached, and can be read from replicas.
   */
  cacheable?: boolean;
  /** Fixed variables; parameters override them. */
  fixed?: Readonly<Record<string, unknown>>;
  /**
   * The shape of the body. The body becomes the variable `$input`, or `$inputs` if the body is a list. With `spread`,
   * each member of the body becomes a variable. The resolver of the document must support `WriteOptions.invalidMembers`
   * (`write` does), because a dry run finds all faults of an invalid body.
   */
  shape?: BodyShape;
  /**
   * The path of the changed row, if it differs from the path of the route. `If-Match` refers to the GET of this path.
   */
  changes?: string;
  /** Further variables, for example from the body. */
  variables?: (input: RouteInput) => Record<string, unknown>;
  /** REST names of input fields, for faults. Default: the members of the shape. Other fields become snake_case. */
  names?: Readonly<Record<string, string>>;
  answer: (data: Data, input: RouteInput) => Answer;
}

export interface Answer {
  status?: number;
  /** Path of the created row, without the prefix. `Location` contains the path with `/api/v1`. */
  location?: string;
  /** The JSON body; absent for 204. */
  body?: Record<string, unknown>;
  /**
   * Whether the body is the same as in the response to a GET of the row, so that both responses have the same `ETag`.
   */
  tagged?: boolean;
  /** Cursor of the next page, for `Link`. */
  next?: string | null;
}

export function defineRoute<Data>(route: Route<Data>): Route {
  return route;
}
