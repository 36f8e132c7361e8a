import { parentPort, workerData } from 'node:worker_threads';
import type { HeartbeatInput } from './held-lock.js';
import { writeLastLine } from './last-line.js';
import { LastSeen } from './last-seen.js';
import { sendHeartbeat } from './lock-file.js';

const INTERVAL_MS = 1_000;
/**
 * Time for the main thread to end the process. After that, this thread ends the process, because the main thread may be
 * busy with a long statement.
 */
const GRACE_MS = 500;

const { path, id, buffer, exitMessage } = workerData as HeartbeatInput;
const seen = new LastSeen(buffer);

const timer = setInterval(() => {
  if (sendHeartbeat(path, id, seen.next())) return seen.note();
  clearInterval(timer);
  parentPort?.postMessage('lost');
  setTimeout(() => {
    writeLastLine(exitMessage);
    process.kill(process.pid, 'SIGKILL');
  }, GRACE_MS);
}, INTERVAL_MS);
