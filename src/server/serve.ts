import 'reflect-metadata';
import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { exitWithShutdownError } from '../core/startup-error.js';
import { openAdminSocket } from '../commands/admin-socket.js';
import type { Config } from '../core/config.js';
import { createDemoAccount } from '../demo/create-demo-account.js';
import { httpServer, stopServer } from '../http/server.js';
import { listen, printAddress } from './listen.js';

/** Maximum time for which the shutdown waits for requests in flight. */
const SHUTDOWN_GRACE_MS = 10_000;

/** Serves requests until a signal ends the process. The process can be a worker. */
export async function serve(config: Config, log: Logger): Promise<void> {
  const app = await createApp(config, log);
  if (config.DEMO) await createDemoAccount(app.services, (line) => process.stdout.write(`${line}\n`));
  const closeAdminSocket = await openAdminSocket(app.services);
  const server = httpServer(app.koa.callback(), { connections: config.CONNECTIONS });
  const port = await listen(server, config);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await stopServer(server, SHUTDOWN_GRACE_MS);
    await closeAdminSocket();
    await app.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void stop().catch(exitWithShutdownError));
  if (cluster.isPrimary) printAddress(config.HOST, port);
}
