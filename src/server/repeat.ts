/**
 * Does something now and again after each pause. What fails is told and tried again the next time.
 * @param pause milliseconds
 * @returns what ends it, and waits for the work that is under way
 */
export function repeat(pause: number, work: () => Promise<void>, onError: (error: unknown) => void) {
  let working: Promise<void> = Promise.resolve();
  const start = () => {
    working = working.then(work).catch(onError);
  };
  start();
  const timer = setInterval(start, pause).unref();
  return async (): Promise<void> => {
    clearInterval(timer);
    await working;
  };
}
