import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../core/config.js';
import { listen, sayListening } from './listen.js';
import { serveClusterMetrics } from '../observability/across-workers.js';

/** Milliseconds: a worker that lived for less died at once, and is replaced after a pause that doubles each time. */
const SOUND_LIFE = 30_000;
const SHORTEST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/**
 * Has several processes answer on one port, and replaces one that dies. This process answers nothing itself, it hands
 * connections round; nothing in the service depends on which worker gets one.
 * @returns the exit code: once a signal has ended all workers, or where not even the first could start
 */
export async function runWorkers({ WORKERS, HOST, PORT }: Config, log: Logger): Promise<number> {
  const stopping = new AbortController();
  const listening = new Set<Worker>();
  let said = false;
  let port: number | undefined;
  // Named beforehand: of a port of the system's choice nothing is left once no worker has it, and the next got another.
  const asked = PORT || (await freePort(HOST));

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping.abort();
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
    });
  }

  function fork(): Worker {
    const worker = cluster.fork({ PORT: String(asked), ...(port !== undefined && { MIGRATE: 'off' }) });
    closeWhatItLeaves(worker);
    return worker;
  }

  /** Sees to it that one worker is there. */
  async function keep(): Promise<void> {
    for (let pause = 0; !stopping.signal.aborted;) {
      const began = performance.now();
      const worker = fork();
      const { pid } = worker.process;
      log.info({ worker: pid }, 'worker started');
      const how = await endOf(worker);
      listening.delete(worker);
      if (stopping.signal.aborted || port === undefined) return;
      const diedAtOnce = performance.now() - began < SOUND_LIFE;
      pause = diedAtOnce ? Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, 2 * pause)) : 0;
      log.error({ worker: pid, ...how, pause }, 'worker ended; another is to take its place');
      await setTimeout(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  serveClusterMetrics();
  // One goes before the others: it migrates, where that is to be done, and if it cannot start, none could.
  const kept = [keep()];
  cluster.on('listening', (worker, address) => {
    listening.add(worker);
    if (port === undefined) {
      port = address.port;
      while (kept.length < WORKERS) kept.push(keep());
    }
    if (said || listening.size < WORKERS) return;
    said = true;
    sayListening(HOST, port);
  });
  await kept[0];
  await Promise.all(kept);
  return stopping.signal.aborted ? 0 : 1;
}

/** A port that nobody listens on now. */
async function freePort(host: string): Promise<number> {
  const server = createServer();
  const port = await listen(server, { HOST: host, PORT: 0 });
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Closes the connection that a worker had been handed, but had not taken over when it died. Node forgets it, open:
 * whoever is at its other end would wait for ever.
 */
function closeWhatItLeaves(worker: Worker): void {
  let handed: { close?: unknown } | undefined;
  const send = worker.process.send.bind(worker.process) as (...args: unknown[]) => boolean;
  const noting = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (handle && typeof handle === 'object') handed = handle;
    return send(message, handle, ...rest);
  };
  worker.process.send = noting;
  worker.once('exit', () => {
    // Does nothing to one that has gone its way.
    if (typeof handed?.close === 'function') handed.close();
  });
}

/** Waits until a worker is gone, and nothing of it is left here. */
async function endOf(worker: Worker): Promise<{ code?: number; signal?: string; error?: string }> {
  try {
    const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null];
    if (worker.isConnected()) await once(worker, 'disconnect');
    return { ...(code !== null && { code }), ...(signal && { signal }) };
  } catch (error) {
    const { message } = error as Error;
    // An error of a worker that lives, such as a message that could not be sent, is not its end.
    return worker.process.pid === undefined || worker.isDead() ? { error: message } : endOf(worker);
  }
}
