import cluster from 'node:cluster';
import { exitWithStartupError } from '../core/startup-error.js';
import { readConfig } from '../core/config.js';
import { createLog } from '../observability/log.js';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL);
  // The supervising process imports only `workers.js`, not the application, so that it needs little memory.
  if (config.WORKERS > 1 && cluster.isPrimary) {
    const { runWorkers } = await import('./workers.js');
    process.exit(await runWorkers(config, log));
  }
  const { serve } = await import('./serve.js');
  await serve(config, log);
}

main().catch(exitWithStartupError);
