// For `node --import`: measures delays of the event loop in the process itself. At SIGUSR2 it writes the maxima since
// the last time in milliseconds to the file EVENT_LOOP_FILE: in wall-clock time; in wall-clock time without the time
// that the thread waited for a core; and in processor time.
import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.EVENT_LOOP_FILE) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let [last, most] = [look(), none()];
  setInterval(() => {
    const now = look();
    const clock = now.clock - last.clock;
    most.unimpeded = Math.max(most.unimpeded, clock - (now.waited - last.waited));
    most.processor = Math.max(most.processor, now.processor - last.processor);
    last = now;
  }, 1).unref();
  process.on('SIGUSR2', () => {
    const [max, p99] = [delay.max, delay.percentile(99)].map((ns) => ns / 1e6);
    writeFileSync(process.env.EVENT_LOOP_FILE, JSON.stringify({ max, p99, ...most }));
    delay.reset();
    most = none();
  });
}

function none() {
  return { unimpeded: 0, processor: 0 };
}

/** Reads the clock and, from Linux, the times that the main thread ran on a core and waited for one. */
function look() {
  const [processor, waited] = readFileSync('/proc/self/schedstat', 'utf8')
    .split(' ')
    .map((ns) => Number(ns) / 1e6);
  return { clock: performance.now(), processor, waited };
}
