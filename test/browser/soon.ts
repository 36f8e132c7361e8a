import { setTimeout } from 'node:timers/promises';
import { expect } from '@jest/globals';

type Assertions<T> = ReturnType<typeof expect<Promise<T>>>['resolves'];
/** The time limit, which is the same as for other waits. Only tests that fail reach this limit. */
const WAIT_TIMEOUT_MS = 60_000;

/**
 * Like `expect`, but repeated until it succeeds, because a browser needs time to load and to draw. If it never
 * succeeds, the last error is thrown.
 */
export function soon<T>(read: () => Promise<T>): Assertions<T> & { not: Assertions<T> } {
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
                    const seen = expect(await read());
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
