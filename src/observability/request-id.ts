import { randomUUID } from 'node:crypto';

/** The usual formats of request ids. No API key, address or cookie of the service matches. */
const VALID_ID = /^[A-Za-z0-9.-]{8,64}$/;

/** The request id from the client or a proxy, or a new id if that one is absent or not safe to log. */
export function requestId(header: string | undefined): string {
  return header !== undefined && VALID_ID.test(header) ? header : randomUUID();
}
