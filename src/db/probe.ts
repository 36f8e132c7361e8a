import { setTimeout } from 'node:timers/promises';
import { withLimit } from './statement-timeout.js';

/**
 * For probes of the database, which may hang: an answer that comes too late is none. Probes that come while one waits
 * share its answer, so that many of them hold one connection.
 * @returns what asks; it gives undefined where the question fails, or takes longer
 */
export function createProbe<Answer>(seconds: number, ask: () => Promise<Answer>): () => Promise<Answer | undefined> {
  let asked: Promise<Answer | undefined> | undefined;
  const begin = () => {
    const late = setTimeout(seconds * 1000, undefined, { ref: false });
    // A statement that goes on after its time would keep the connection from requests.
    return Promise.race([withLimit(seconds, ask), late])
      .catch(() => undefined)
      .finally(() => (asked = undefined));
  };
  return () => (asked ??= begin());
}
