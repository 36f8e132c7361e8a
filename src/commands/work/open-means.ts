import type { Config } from '../../config.js';
import { openJobs } from '../../jobs.js';
import { createLog } from '../../log.js';
import { openOrm } from '../../orm.js';
import type { Means } from './work.js';

/** Opens the configured database for a command. The job queue is not worked on. */
export async function openMeans(config: Config): Promise<Means> {
  const log = createLog('silent');
  const orm = await openOrm(config);
  return { config, orm, jobs: openJobs(orm.database, log), log, running: null };
}
