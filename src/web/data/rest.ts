import { Problem } from './problem.js';

export interface RestOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** What a refusal of the REST interface says (RFC 9457). */
export function problemOf(status: number, retryAfter: string | null, body: Record<string, unknown>): Problem {
  return new Problem({
    status,
    code: typeof body.code === 'string' ? body.code : '',
    message: String(body.detail ?? body.title ?? `The server answered ${status}.`),
    errors: Array.isArray(body.errors) ? body.errors : [],
    retryAfter: Number(retryAfter) || 0,
  });
}

export const noAnswer = (): Problem =>
  new Problem({ status: 0, code: 'no_answer', message: 'Queenbook does not answer. Nothing you entered is lost.' });

/**
 * Calls the REST interface with the session; plain objects are sent as JSON, forms as they are.
 * @returns the body, of `{"data": …}` what is inside; nothing for 204
 * @throws {Problem}
 */
export async function rest<T = unknown>(
  method: string,
  path: string,
  body?: FormData | object,
  { signal, headers }: RestOptions = {},
): Promise<T> {
  const json = body && !(body instanceof FormData);
  const response = await fetch(path, {
    method,
    signal,
    headers: { Accept: 'application/json', ...(json && { 'Content-Type': 'application/json' }), ...headers },
    body: json ? JSON.stringify(body) : (body as FormData | undefined),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : noAnswer();
  });
  if (response.status === 204) return undefined as T;
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw problemOf(response.status, response.headers.get('Retry-After'), answer);
  return (answer && typeof answer === 'object' && 'data' in answer && !('page' in answer) ? answer.data : answer) as T;
}
