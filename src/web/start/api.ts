export interface FieldError {
  path: string;
  message: string;
}

/** A refusal in the server's own words (RFC 9457), or the lack of an answer: then `status` is 0. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    detail: string,
    readonly errors: readonly FieldError[] = [],
  ) {
    super(detail);
  }
}

async function problemOf(response: Response): Promise<Problem> {
  const body = await response.json().catch(() => ({}));
  const wait = response.status === 429 ? Number(response.headers.get('Retry-After')) : 0;
  const detail = body.detail ?? body.title ?? `The server answered ${response.status}.`;
  return new Problem(
    response.status,
    body.title ?? 'There is a problem',
    wait > 0 ? `${detail} Try again in ${wait < 90 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`}.` : detail,
    Array.isArray(body.errors) ? body.errors : [],
  );
}

/** Calls the REST interface with the session; plain objects are sent as JSON, forms as they are. Throws a `Problem`. */
export async function api<T = unknown>(method: string, path: string, body?: FormData | object): Promise<T> {
  const json = body && !(body instanceof FormData);
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: { Accept: 'application/json', ...(json && { 'Content-Type': 'application/json' }) },
      body: json ? JSON.stringify(body) : (body as FormData | undefined),
    });
  } catch {
    throw new Problem(0, 'No answer', 'Queenbook does not answer. Nothing you entered is lost; please try again.');
  }
  if (!response.ok) throw await problemOf(response);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Asks GraphQL. Fields that failed are null in the answer; without any data the first error is thrown. */
export async function graphql<T>(query: string): Promise<T> {
  const answer = await api<{ data?: T | null; errors?: { message: string }[] }>('POST', '/graphql', { query });
  if (!answer.data) throw new Problem(200, 'There is a problem', answer.errors?.[0]?.message ?? 'The answer is empty.');
  return answer.data;
}
