import { parentPort, workerData } from 'node:worker_threads';
import type { HeartbeatInput } from './held-lock.js';
import { sayLast } from './last-line.js';
import { LastSeen } from './last-seen.js';
import { beat } from './lock-file.js';

const INTERVAL_MS = 1_000;
/** Milliseconds that the main thread has to end the process; it may be amid a statement that takes longer. */
const GRACE_MS = 500;

const { path, id, buffer, farewell } = workerData as HeartbeatInput;
const seen = new LastSeen(buffer);

const timer = setInterval(() => {
  if (beat(path, id, seen.next())) return seen.note();
  clearInterval(timer);
  parentPort!.postMessage('lost');
  setTimeout(() => {
    sayLast(farewell);
    process.kill(process.pid, 'SIGKILL');
  }, GRACE_MS);
}, INTERVAL_MS);
