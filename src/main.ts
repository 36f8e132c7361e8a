import 'reflect-metadata';
import { createApp, NotMigrated } from './app.js';
import { openDesk } from './commands/desk.js';
import { ConfigError, readConfig } from './config.js';
import { DataDirLocked } from './data-dir-lock.js';
import { plantDemo } from './demo/plant-demo.js';
import { httpServer } from './http-server.js';
import { createLog } from './log.js';

const GRACE = 10_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  const app = await createApp(config, log);
  if (config.DEMO) await plantDemo(app.services, (line) => process.stdout.write(`${line}\n`));

  const closeDesk = await openDesk(app.services);

  const server = httpServer(app.koa.callback());
  server.on('error', (error) => fail(error));
  server.listen(config.PORT, config.HOST, () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : config.PORT;
    const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
    process.stdout.write(`Queenbook listening on http://${host}:${port}\n`);
  });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // Requests in flight are answered; connections that only wait are closed at once, the rest when the grace is over.
    server.close();
    server.closeIdleConnections();
    const timer = setTimeout(() => server.closeAllConnections(), GRACE);
    await new Promise((resolve) => server.once('close', resolve));
    clearTimeout(timer);
    await closeDesk();
    await app.close();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void stop().then(() => process.exit(0), fail));
  }
}

/** One line that says what is wrong and where; the stack only where the fault is ours. */
function fail(error: unknown): never {
  process.stderr.write(`Queenbook cannot start: ${reason(error)}\n`);
  process.exit(1);
}

function reason(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataDirLocked || error instanceof NotMigrated)
    return error.message;
  const { code, address, port, message } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE') return `PORT ${port} at HOST ${address} is taken by another process`;
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES') return `cannot listen on HOST ${address}, PORT ${port} (${code})`;
  if (process.env.DATABASE_URL && (code || error instanceof AggregateError)) {
    return `the database of DATABASE_URL cannot be reached (${code ?? 'no connection'}${message ? `: ${message}` : ''})`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch(fail);
