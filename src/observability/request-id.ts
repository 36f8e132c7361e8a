import { randomUUID } from 'node:crypto';

/** The usual formats of request ids. No API key, address or cookie of the service matches. */
const VALID_ID = /^[A-Za-z0-9.-]{8,64}$/;

/** The request id from the client or a proxy if it is safe to log, else a new one. */
export function requestId(given: string | undefined): string {
  return given !== undefined && VALID_ID.test(given) ? given : randomUUID();
}
