export interface TestResponse {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text if the body is not JSON. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests check its content
  body: any;
}

/** Returns the error messages of a response by path. */
export const faults = ({ body }: TestResponse): Record<string, string> =>
  Object.fromEntries(
    (body.errors ?? []).map((fault: { path: string; message: string }) => [fault.path, fault.message]),
  );

export interface RequestOptions {
  headers?: Record<string, string>;
  /** A body that is sent unchanged, instead of JSON. */
  raw?: NonNullable<RequestInit['body']>;
}

/** An HTTP client that stores cookies. */
export class Client {
  readonly cookies = new Map<string, string>();
  /** Headers that are sent with every request, such as `Authorization`. */
  readonly headers: Record<string, string> = {};

  constructor(readonly url: string) {}

  get = (path: string, options?: RequestOptions) => this.request('GET', path, undefined, options);
  post = (path: string, body?: unknown, options?: RequestOptions) => this.request('POST', path, body, options);
  put = (path: string, body?: unknown, options?: RequestOptions) => this.request('PUT', path, body, options);
  delete = (path: string, body?: unknown, options?: RequestOptions) => this.request('DELETE', path, body, options);

  graphql(query: string, variables?: Record<string, unknown>): Promise<TestResponse> {
    return this.post('/graphql', { query, variables });
  }

  upload(
    path: string,
    filename: string,
    content: string | Uint8Array,
    fields: Record<string, string> = {},
  ): Promise<TestResponse> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([content as string]), filename);
    return this.post(path, undefined, { raw: form });
  }

  async request(method: string, path: string, body?: unknown, options: RequestOptions = {}): Promise<TestResponse> {
    const headers = new Headers({ ...this.headers, ...options.headers });
    if (this.cookies.size > 0 && !headers.has('Cookie')) {
      headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    if (body !== undefined && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
    const response = await fetch(new URL(path, this.url), {
      method,
      headers,
      body: options.raw ?? (body === undefined ? undefined : JSON.stringify(body)),
      redirect: 'manual',
      ...(options.raw instanceof ReadableStream && { duplex: 'half' }),
    });
    this.storeCookies(response.headers.getSetCookie());
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text };
  }

  private storeCookies(setCookies: string[]): void {
    for (const line of setCookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (!name) continue;
      if (value && !/; expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
  }
}
