import type { Context } from 'koa';
import { hashOf } from './raw-key.js';

/** The credentials of a request in its Authorization headers. */
interface Credentials {
  isKey: boolean;
  bearer: string | null;
  hash?: string;
}

declare module 'koa' {
  interface DefaultState {
    /** Parsed once per request. */
    credentials?: Credentials;
  }
}

/** Whether the request has an API key. `Basic` credentials belong to a proxy in front of the service. */
export const hasKey = (ctx: Context): boolean => credentialsOf(ctx).isKey;

/** The API key of the request (RFC 6750, 2.1); null if the header is absent or malformed, or occurs twice. */
export const bearerOf = (ctx: Context): string | null => credentialsOf(ctx).bearer;

/** The hash of the API key. The service stores only hashes, so it finds keys by their hash. */
export function bearerHashOf(ctx: Context): string {
  const presented = credentialsOf(ctx);
  return (presented.hash ??= hashOf(presented.bearer ?? ''));
}

function credentialsOf(ctx: Context): Credentials {
  return (ctx.state.credentials ??= read(authorizationHeaders(ctx)));
}

function read(headers: readonly string[]): Credentials {
  const [header = '', ...others] = headers;
  return {
    isKey: headers.some((each) => each !== '' && !/^basic\b/i.test(each)),
    bearer: others.length > 0 ? null : (/^bearer +(\S+)$/i.exec(header)?.[1] ?? null),
  };
}

const AUTHORIZATION = 'authorization';
const isAuthorization = (name = '') => name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION;

/** All Authorization headers. Node's `headers` contains only the first one. */
function authorizationHeaders({ req: { headers, rawHeaders } }: Context): string[] {
  if (headers.authorization === undefined) return [];
  // `rawHeaders` contains names and values alternately.
  const values = rawHeaders.filter((_, index) => index % 2 === 1 && isAuthorization(rawHeaders[index - 1]));
  return values.map((value) => value.trim());
}
