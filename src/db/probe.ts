import { setTimeout } from 'node:timers/promises';
import { withLimit } from './statement-timeout.js';

/**
 * Creates a probe of the database with a timeout. Concurrent calls share one query, so that many probes occupy one
 * connection.
 * @returns a function that resolves to undefined if the query fails or times out
 */
export function createProbe<Answer>(
  timeoutSeconds: number,
  query: () => Promise<Answer>,
): () => Promise<Answer | undefined> {
  let pending: Promise<Answer | undefined> | undefined;
  const start = () => {
    const timeout = setTimeout(timeoutSeconds * 1000, undefined, { ref: false });
    // `withLimit` also cancels the statement, which would otherwise occupy the connection.
    return Promise.race([withLimit(timeoutSeconds, query), timeout])
      .catch(() => undefined)
      .finally(() => (pending = undefined));
  };
  return () => (pending ??= start());
}
