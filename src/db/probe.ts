import { setTimeout } from 'node:timers/promises';
import { withLimit } from './statement-timeout.js';

/**
 * Creates a probe of the database with a timeout. Concurrent calls share one query, so that many probes occupy one
 * connection.
 * @returns a function that resolves to undefined if the query fails or times out
 */
export function createProbe<Answer>(seconds: number, ask: () => Promise<Answer>): () => Promise<Answer | undefined> {
  let asked: Promise<Answer | undefined> | undefined;
  const begin = () => {
    const late = setTimeout(seconds * 1000, undefined, { ref: false });
    // The statement must be cancelled too, or it would occupy the connection.
    return Promise.race([withLimit(seconds, ask), late])
      .catch(() => undefined)
      .finally(() => (asked = undefined));
  };
  return () => (asked ??= begin());
}
