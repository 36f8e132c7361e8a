import { randomUUID } from 'node:crypto';

/** What ids of requests look like anywhere; no key, no address and no cookie of ours does. */
const SOUND = /^[A-Za-z0-9.-]{8,64}$/;

/** The id by which a proxy or a client already knows a request, where it is one that may stand in a log; else a new one. */
export function requestId(given: string | undefined): string {
  return given !== undefined && SOUND.test(given) ? given : randomUUID();
}
