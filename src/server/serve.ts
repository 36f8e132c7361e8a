import 'reflect-metadata';
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { exitWithStartupError } from '../core/startup-error.js';
import { openAdminSocket } from '../commands/admin-socket.js';
import type { Config } from '../core/config.js';
import { createDemoAccount } from '../demo/create-demo-account.js';
import { httpServer, stopServer } from '../http/server.js';
import { listen, sayListening } from './listen.js';

/** Milliseconds for requests in flight. */
const GRACE = 10_000;

/** Answers requests until a signal ends the process; by itself, or as one of several workers. */
export async function serve(config: Config, log: Logger): Promise<void> {
  const app = await createApp(config, log);
  if (config.DEMO) await createDemoAccount(app.services, (line) => process.stdout.write(`${line}\n`));
  const closeDesk = await openAdminSocket(app.services);
  const server = httpServer(app.koa.callback(), { connections: config.CONNECTIONS });
  const port = await listen(server, config);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await stopServer(server, GRACE);
    await closeDesk();
    await app.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop().catch(exitWithStartupError));
  if (cluster.isPrimary) sayListening(config.HOST, port);
}
