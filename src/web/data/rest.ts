import { t } from '@lingui/core/macro';
import { noteResponse } from './connection.js';
import { accountHeader } from './of-account.js';
import { Problem } from './problem.js';

export interface RestOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** Converts a rejection by the REST interface (RFC 9457) to a problem. */
export function problemOf(status: number, retryAfter: string | null, body: Record<string, unknown>): Problem {
  return new Problem({
    status,
    code: typeof body.code === 'string' ? body.code : '',
    message: String(body.detail ?? body.title ?? `The server responded with status ${status}.`),
    errors: Array.isArray(body.errors) ? body.errors : [],
    retryAfter: Number(retryAfter) || 0,
  });
}

export const noResponse = (): Problem =>
  new Problem({ status: 0, code: 'no_answer', message: t`Queenbook does not answer. Nothing you entered is lost.` });

/** A row with its entity tag, for `If-Match`. */
export interface Tagged<T> {
  data: T;
  tag: string;
}

/**
 * Reads a row for editing.
 * @throws {Problem}
 */
export async function readTagged<T>(path: string, signal?: AbortSignal): Promise<Tagged<T>> {
  const { response, content } = await call('GET', path, undefined, { signal });
  return { data: (content as { data: T }).data, tag: response.headers.get('ETag') ?? '' };
}

/**
 * Calls the REST interface with the session. Plain objects are sent as JSON, forms unchanged.
 * @returns the content of `data`; the whole body if it is a page of a list or has no `data`; undefined for status 204
 * @throws {Problem}
 */
export async function rest<T = unknown>(
  method: string,
  path: string,
  body?: FormData | object,
  options: RestOptions = {},
): Promise<T> {
  const { content } = await call(method, path, body, options);
  const isWrapped = content && typeof content === 'object' && 'data' in content && !('page' in content);
  return (isWrapped ? content.data : content) as T;
}

async function call(
  method: string,
  path: string,
  body: FormData | object | undefined,
  { signal, headers }: RestOptions,
): Promise<{ response: Response; content: unknown }> {
  const json = body && !(body instanceof FormData);
  const response = await fetch(path, {
    method,
    signal,
    headers: {
      Accept: 'application/json',
      ...(json && { 'Content-Type': 'application/json' }),
      // Requests that read, start or end a session must work for any account, so they do not have this header.
      ...(path !== '/api/session' && accountHeader()),
      ...headers,
    },
    body: json ? JSON.stringify(body) : body,
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : noResponse();
  });
  noteResponse(response);
  if (response.status === 204) return { response, content: undefined };
  const content = await response.json().catch(() => ({}));
  if (!response.ok) throw problemOf(response.status, response.headers.get('Retry-After'), content);
  return { response, content };
}
