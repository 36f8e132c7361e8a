import type { AccessRule } from '../auth/guard.js';
import type { Parameter } from './parameter-kinds.js';

export interface BodyRule {
  /** The OpenAPI component of the body. */
  component: string;
  /** Whether an array of this component is also accepted. */
  allowArray?: boolean;
  /** Whether the body can be absent. */
  optional?: boolean;
}

/** The response of a successful request. */
export interface Returns {
  /** The status of the response; 200 if absent. */
  status?: 201 | 202 | 204;
  /** The OpenAPI component of `data`; see `server/openapi/`. */
  data?: string;
  /** Set if `data` is an array: a page of a list, or all rows. */
  many?: 'page' | 'all';
  /** The OpenAPI component of the whole body, if the body has members besides `data`. */
  body?: string;
  /** The content type, if it is not JSON. */
  media?: string;
  /** Whether the header `Location` contains the path of the created row. */
  location?: true;
  /** Whether the response of a write has the same `ETag` as a GET of the written row. */
  tagged?: true;
}

/** A REST operation, as the OpenAPI document describes it. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the prefix, for example `/queens/f0/:id`. Available under `/api` and `/api/v1`. */
  path: string;
  /** The operation id. It must never change, because generated clients use the id. */
  id: string;
  summary: string;
  /** Query parameters. Other parameters are rejected. */
  parameters?: readonly Parameter[];
  body?: BodyRule;
  returns: Returns;
  /** Whether `Idempotency-Key` is supported; see `acceptsIdempotencyKey`. */
  idempotent?: true;
  /** Descriptions of errors that only this operation has, by status. */
  problems?: Readonly<Record<number, string>>;
}

/**
 * An operation with its own handler instead of a route. Such operations are defined in a `*.operations.ts` file beside
 * the handler.
 */
export interface CustomOperation extends Omit<Operation, 'body'> {
  /** The access rule. With `no key`, API keys are rejected, and no session is necessary. */
  needs: AccessRule | 'no key';
  /** The body. It is JSON, unless `media` is set. */
  body?: BodyRule & { media?: string };
}
