import type { ParsedUrlQuery } from 'node:querystring';

/** What a route may read of the request; everything is text as it came, unchecked. */
export interface RouteInput {
  params: Record<string, string>;
  query: ParsedUrlQuery;
  body: Record<string, unknown>;
}

/**
 * A REST route is a row: method, path, GraphQL document, how the request becomes variables and how data becomes the
 * answer. It runs on the same schema with the same context as GraphQL; it has no permission and no query of its own.
 */
export interface Route<Data = never> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the prefix, e.g. `/queens/f0/:id`. It answers under `/api` and `/api/v1`. */
  path: string;
  summary: string;
  /** The document; checked against the schema when the service starts. */
  document: string;
  /** Query parameters that are known; any other is refused by name. */
  parameters?: readonly string[];
  /** @throws {ServiceError} `validation_failed` for a bad value */
  variables?: (input: RouteInput) => Record<string, unknown>;
  answer: (data: Data, input: RouteInput) => Answer;
}

export interface Answer {
  status?: number;
  /** The whole JSON body; absent for 204. */
  body?: Record<string, unknown>;
  /** A list's cursor to the next page, for `Link`. */
  next?: string | null;
}

export function defineRoute<Data>(route: Route<Data>): Route {
  return route as Route;
}
