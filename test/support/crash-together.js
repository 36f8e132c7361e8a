import cluster from 'node:cluster';
import { createSocket } from 'node:dgram';
import { readdirSync, readFileSync, writeSync } from 'node:fs';

/** The line that the supervisor prints when it blocks. Connections that a client then opens wait for the supervisor. */
const BLOCKED = 'supervisor blocked\n';
const BLOCKED_MS = 300;

/**
 * Preloaded into a service with two workers. At SIGUSR2, both workers crash in such a way that the supervisor learns of
 * the exit of the second worker before it learns that the channel to this worker is closed. By chance, this happens
 * rarely: the second worker must die after the supervisor has polled its sockets, and before it waits for dead
 * processes.
 */
if (cluster.isPrimary) {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1').unref();
  const isDead = (pid) =>
    readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ') && readdirSync(`/proc/${pid}/task`).length === 1;
  /** Kills a worker, and waits until all its threads have ended. */
  const crash = ({ process: { pid } }) => {
    process.kill(pid, 'SIGKILL');
    while (!isDead(pid));
  };
  process.on('SIGUSR2', () => {
    const [first, second] = Object.values(cluster.workers);
    // The message arrives together with the end of the first worker. Node then calls this listener before it waits for
    // dead processes.
    socket.once('message', () => {
      writeSync(1, BLOCKED);
      for (const end = Date.now() + BLOCKED_MS; Date.now() < end;);
      crash(second);
    });
    // Not in this listener, because Node would then wait for the first worker before it polls.
    setImmediate(() => {
      crash(first);
      socket.send('', socket.address().port, '127.0.0.1');
    });
  });
}
