import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../core/config.js';
import { listen, printAddress } from './listen.js';
import { serveClusterMetrics } from '../observability/across-workers.js';

/**
 * A worker that runs for less than this time is assumed to have crashed at startup. Such a worker is replaced after a
 * delay, which doubles each time.
 */
const MIN_LIFETIME_MS = 30_000;
const MIN_RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 30_000;

/**
 * Runs several worker processes on one port, and replaces crashed workers. This process only distributes connections.
 * Any worker can handle any request.
 * @returns the exit code: 0 after a signal has ended all workers, 1 if the first worker could not start
 */
export async function runWorkers({ WORKERS, HOST, PORT }: Config, log: Logger): Promise<number> {
  const stopping = new AbortController();
  const listening = new Set<Worker>();
  let isAnnounced = false;
  let port: number | undefined;
  // This process chooses the port. If workers chose a random port, a replacement worker could choose another one after
  // all workers have exited.
  const requestedPort = PORT || (await freePort(HOST));

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping.abort();
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
    });
  }

  function fork(): Worker {
    const worker = cluster.fork({ PORT: String(requestedPort), ...(port !== undefined && { MIGRATE: 'off' }) });
    closeUnacceptedConnection(worker);
    return worker;
  }

  /** Runs a worker, and replaces it when it exits. */
  async function superviseWorker(): Promise<void> {
    for (let pause = 0; !stopping.signal.aborted;) {
      const began = performance.now();
      const worker = fork();
      const { pid } = worker.process;
      log.info({ worker: pid }, 'worker started');
      const exit = await workerExit(worker);
      listening.delete(worker);
      if (stopping.signal.aborted || port === undefined) return;
      const diedAtOnce = performance.now() - began < MIN_LIFETIME_MS;
      pause = diedAtOnce ? Math.min(MAX_RESTART_DELAY_MS, Math.max(MIN_RESTART_DELAY_MS, 2 * pause)) : 0;
      log.error({ worker: pid, ...exit, pause }, 'worker exited; restarting it');
      await setTimeout(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  serveClusterMetrics();
  // The first worker starts alone, because it migrates the database. If the first worker fails, the other workers would
  // also fail.
  const supervisors = [superviseWorker()];
  cluster.on('listening', (worker, address) => {
    listening.add(worker);
    if (port === undefined) {
      port = address.port;
      while (supervisors.length < WORKERS) supervisors.push(superviseWorker());
    }
    if (isAnnounced || listening.size < WORKERS) return;
    isAnnounced = true;
    printAddress(HOST, port);
  });
  await supervisors[0];
  await Promise.all(supervisors);
  return stopping.signal.aborted ? 0 : 1;
}

/** Finds a free port. */
async function freePort(host: string): Promise<number> {
  const server = createServer();
  const port = await listen(server, { HOST: host, PORT: 0 });
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Closes a connection that was passed to a worker, but that the worker had not accepted when it exited. Node would leave
 * the connection open, and the client would wait forever.
 */
function closeUnacceptedConnection(worker: Worker): void {
  let handed: { close?: unknown } | undefined;
  const close = () => {
    // `close` does nothing if the worker had accepted the connection.
    if (typeof handed?.close === 'function') handed.close();
  };
  const send = worker.process.send.bind(worker.process) as (...args: unknown[]) => boolean;
  const noting = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (handle && typeof handle === 'object') handed = handle;
    // Node passes connections to a worker until it notices that the channel is closed, which can be after the exit.
    if (handle && worker.isDead()) {
      close();
      return false;
    }
    return send(message, handle, ...rest);
  };
  worker.process.send = noting;
  worker.once('exit', close);
}

/**
 * Waits until a worker has exited. Does not wait for the event `disconnect`: Node never emits this event if a connection
 * was passed to the worker after its exit.
 */
function workerExit(worker: Worker): Promise<{ code?: number; signal?: string; error?: string }> {
  return new Promise((resolve) => {
    // An error of a running worker, such as a message that could not be sent, does not mean that the worker has exited.
    // The listener remains after the exit, because an error without a listener would end this process.
    worker.on('error', ({ message }) => {
      if (worker.process.pid === undefined) resolve({ error: message });
    });
    worker.once('exit', (code: number | null, signal: string | null) =>
      resolve({ ...(code !== null && { code }), ...(signal && { signal }) }),
    );
  });
}
