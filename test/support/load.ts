import { setTimeout } from 'node:timers/promises';

/** The time limit of a request: many times the duration of the slowest response on a busy machine. */
const TIMEOUT_MS = 60_000;

/** Numbers of requests by outcome. */
export interface Tally {
  /** Complete responses with status 200. */
  complete: number;
  /** Incomplete responses, which are only allowed if a process was killed. */
  cut: number;
  /** Rejected connections, and connections that were closed before a response. */
  unanswered: number;
  /** Requests that got no response and no error in time. */
  hung: number;
  /** Responses with any other status. */
  others: number[];
}

/**
 * Requests one address repeatedly until `stop()`, from several clients. Connections are kept alive, unless `headers`
 * contains `Connection: close`.
 */
export function load(url: string, headers: Record<string, string>, isComplete: (body: string) => boolean, clients = 8) {
  const tally: Tally = { complete: 0, cut: 0, unanswered: 0, hung: 0, others: [] };
  let isRunning = true;
  const request = async (): Promise<void> => {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: Error) => {
      tally[error.name === 'TimeoutError' ? 'hung' : 'unanswered'] += 1;
    });
    if (!response) return setTimeout(20);
    const body = await response.text().catch(() => undefined);
    if (body === undefined || (response.status === 200 && !isComplete(body))) tally.cut += 1;
    else if (response.status === 200) tally.complete += 1;
    else tally.others.push(response.status);
  };
  const requesting = Array.from({ length: clients }, async () => {
    while (isRunning) await request();
  });
  return {
    tally,
    /** Waits for `more` additional complete responses, or for a response with another status. */
    async waitForResponses(more: number): Promise<void> {
      const until = tally.complete + more;
      while (tally.complete < until && tally.others.length === 0) await setTimeout(10);
    },
    async stop(): Promise<Tally> {
      isRunning = false;
      await Promise.all(requesting);
      return tally;
    },
  };
}
