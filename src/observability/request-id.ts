import { randomUUID } from 'node:crypto';

/** The usual formats of request ids. API keys, e-mail addresses and `Cookie` headers do not match them. */
const VALID_ID = /^[A-Za-z0-9.-]{8,64}$/;

/** The request id from the client or a proxy, or a new id if the request has no id that is safe to log. */
export function requestId(header: string | undefined): string {
  return header !== undefined && VALID_ID.test(header) ? header : randomUUID();
}
