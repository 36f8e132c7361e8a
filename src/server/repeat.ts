/**
 * Runs a task immediately, and then at an interval. Errors are passed to `onError`, and the task is retried at the next
 * interval.
 * @param interval in milliseconds
 * @returns a function that stops the repetition, and waits for the running task
 */
export function repeat(interval: number, work: () => Promise<void>, onError: (error: unknown) => void) {
  let working: Promise<void> = Promise.resolve();
  const start = () => {
    working = working.then(work).catch(onError);
  };
  start();
  const timer = setInterval(start, interval).unref();
  return async (): Promise<void> => {
    clearInterval(timer);
    await working;
  };
}
