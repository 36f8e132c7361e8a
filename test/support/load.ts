import { setTimeout } from 'node:timers/promises';

/** Many times as long as the slowest response on a busy machine takes. */
const TIMEOUT_MS = 60_000;

/** Outcomes of many requests. */
export interface Tally {
  /** Complete responses with status 200. */
  whole: number;
  /** Incomplete responses, which are only allowed if a process was killed. */
  cut: number;
  /** Refused connections, and connections closed before a response. */
  unanswered: number;
  /** Requests without a response or an error. */
  hung: number;
  /** Responses with any other status. */
  others: number[];
}

/** Requests one address repeatedly, from several clients with keep-alive connections, until stopped. */
export function load(url: string, headers: Record<string, string>, isWhole: (body: string) => boolean, clients = 8) {
  const tally: Tally = { whole: 0, cut: 0, unanswered: 0, hung: 0, others: [] };
  let isRunning = true;
  const request = async (): Promise<void> => {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: Error) => {
      tally[error.name === 'TimeoutError' ? 'hung' : 'unanswered'] += 1;
    });
    if (!response) return setTimeout(20);
    const body = await response.text().catch(() => undefined);
    if (body === undefined || (response.status === 200 && !isWhole(body))) tally.cut += 1;
    else if (response.status === 200) tally.whole += 1;
    else tally.others.push(response.status);
  };
  const requesting = Array.from({ length: clients }, async () => {
    while (isRunning) await request();
  });
  return {
    tally,
    /** Waits for the given number of further responses. */
    async answered(more: number): Promise<void> {
      const until = tally.whole + more;
      while (tally.whole < until && tally.others.length === 0) await setTimeout(10);
    },
    async stop(): Promise<Tally> {
      isRunning = false;
      await Promise.all(requesting);
      return tally;
    },
  };
}
