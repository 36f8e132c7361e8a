import { setTimeout } from 'node:timers/promises';
import { expect } from '@jest/globals';

type Assertions<T> = ReturnType<typeof expect<Promise<T>>>['resolves'];
/** The same time limit as for other waits. It only ends tests that fail anyway. */
const WAIT_TIMEOUT_MS = 60_000;

/**
 * Like `expect`, but repeated until it succeeds, because a browser needs time to draw, load and request. If it never
 * succeeds, the last result is reported.
 */
export function soon<T>(look: () => Promise<T>): Assertions<T> & { not: Assertions<T> } {
  const asserting = (isNot: boolean): object =>
    new Proxy(
      {},
      {
        get: (_, name: string) =>
          name === 'not'
            ? asserting(true)
            : async (...args: unknown[]) => {
                for (const end = Date.now() + WAIT_TIMEOUT_MS; ;) {
                  try {
                    const seen = expect(await look());
                    return ((isNot ? seen.not : seen) as unknown as Record<string, (...args: unknown[]) => void>)[
                      name
                    ]!(...args);
                  } catch (fault) {
                    if (Date.now() > end) throw fault;
                    await setTimeout(50);
                  }
                }
              },
      },
    );
  return asserting(false) as never;
}
