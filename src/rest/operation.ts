import type { AccessRule } from '../auth/guard.js';
import type { Parameter } from './parameter-kinds.js';

export interface BodyRule {
  /** The component of the OpenAPI document that a body must fit. */
  takes: string;
  /** Whether a bare array of such may come in place of an object. */
  allowArray?: boolean;
  /** Whether no body at all will do. */
  optional?: boolean;
}

/** What is answered when all went well. */
export interface Returns {
  /** 200 if absent. */
  status?: 201 | 202 | 204;
  /** The component that `data` is; see `server/openapi/`. */
  data?: string;
  /** `data` is an array of it: a page of a list, or all there are. */
  many?: 'page' | 'all';
  /** The component that is the whole body, where there is more to it than `data`. */
  body?: string;
  /** The content type of what is no JSON. */
  media?: string;
  /** Whether `Location` names what was made. */
  location?: true;
  /** Whether a write's answer bears the `ETag` that a GET of the row would. */
  tagged?: true;
}

/** An operation of REST as the OpenAPI document tells it. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the prefix, e.g. `/queens/f0/:id`. It answers under `/api` and `/api/v1`. */
  path: string;
  /** Its name in clients that are made from the document; never changed. */
  id: string;
  summary: string;
  /** Query parameters that are known; any other is refused by name. */
  parameters?: readonly Parameter[];
  body?: BodyRule;
  returns: Returns;
  /** Whether an `Idempotency-Key` is heard; see `hearsIdempotencyKey`. */
  idempotent?: true;
  /** By status, what else may go wrong besides what may with every operation of its kind: codes, and when they come. */
  problems?: Readonly<Record<number, string>>;
}

/** An operation that a handler of its own answers, not the gateway. It stands in a `*.operations.ts` beside its handler. */
export interface HandledOperation extends Omit<Operation, 'body'> {
  /** What the caller must be; `no key`: a key is refused, and nobody need be signed in. */
  needs: AccessRule | 'no key';
  /** The body is JSON unless it says otherwise. */
  body?: BodyRule & { media?: string };
}
