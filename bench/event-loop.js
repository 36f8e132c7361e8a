// Measures delays of the event loop in the process that loads this file with `node --import`. On SIGUSR2, writes the
// delays since the last SIGUSR2 to the file EVENT_LOOP_FILE, in milliseconds. The file contains the maximum and the
// 99th percentile in wall-clock time, the maximum without waits for a core, and the maximum in processor time.
import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.EVENT_LOOP_FILE) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let [last, maxima] = [readClocks(), zeroMaxima()];
  setInterval(() => {
    const now = readClocks();
    const clock = now.clock - last.clock;
    maxima.unimpeded = Math.max(maxima.unimpeded, clock - (now.waited - last.waited));
    maxima.processor = Math.max(maxima.processor, now.processor - last.processor);
    last = now;
  }, 1).unref();
  process.on('SIGUSR2', () => {
    const [max, p99] = [delay.max, delay.percentile(99)].map((ns) => ns / 1e6);
    writeFileSync(process.env.EVENT_LOOP_FILE, JSON.stringify({ max, p99, ...maxima }));
    delay.reset();
    maxima = zeroMaxima();
  });
}

function zeroMaxima() {
  return { unimpeded: 0, processor: 0 };
}

/** Reads the clock. Also reads from Linux how long the main thread ran on a core and how long it waited for a core. */
function readClocks() {
  const [processor, waited] = readFileSync('/proc/self/schedstat', 'utf8')
    .split(' ')
    .map((ns) => Number(ns) / 1e6);
  return { clock: performance.now(), processor, waited };
}
