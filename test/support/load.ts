import { setTimeout } from 'node:timers/promises';

/** Milliseconds, many times what the slowest answer takes on a busy machine. */
const PATIENCE = 60_000;

/** What came of many requests. */
export interface Tally {
  /** Answers with 200 that were whole. */
  whole: number;
  /** Answers that began and did not end: what must never be, unless a process was killed. */
  cut: number;
  /** Requests that found nobody, or whose connection went before an answer began. */
  unanswered: number;
  /** Requests that nobody answered, and that nobody refused either. */
  hung: number;
  /** Answers with any other status. */
  others: number[];
}

/** Asks for one address over and over, by several clients that each keep a connection, until it is stopped. */
export function load(url: string, headers: Record<string, string>, isWhole: (body: string) => boolean, clients = 8) {
  const tally: Tally = { whole: 0, cut: 0, unanswered: 0, hung: 0, others: [] };
  let going = true;
  const ask = async (): Promise<void> => {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE) }).catch((error: Error) => {
      tally[error.name === 'TimeoutError' ? 'hung' : 'unanswered'] += 1;
    });
    if (!response) return setTimeout(20);
    const body = await response.text().catch(() => undefined);
    if (body === undefined || (response.status === 200 && !isWhole(body))) tally.cut += 1;
    else if (response.status === 200) tally.whole += 1;
    else tally.others.push(response.status);
  };
  const asking = Array.from({ length: clients }, async () => {
    while (going) await ask();
  });
  return {
    tally,
    /** Waits until so many more were answered. */
    async answered(more: number): Promise<void> {
      const until = tally.whole + more;
      while (tally.whole < until && tally.others.length === 0) await setTimeout(10);
    },
    async stop(): Promise<Tally> {
      going = false;
      await Promise.all(asking);
      return tally;
    },
  };
}
