import type { Config } from '../../core/config.js';
import { openJobs } from '../../db/jobs.js';
import { createLog } from '../../observability/log.js';
import { openOrm } from '../../db/orm.js';
import { ENTITIES } from '../../features/entities.js';
import type { WorkContext } from './work-context.js';

/** Opens the configured database for a command. Jobs are not processed. */
export async function openWorkContext(config: Config): Promise<WorkContext> {
  const log = createLog('silent');
  const orm = await openOrm(config, ENTITIES);
  return { config, orm, jobs: openJobs(orm.database, log, config.STATEMENT_TIMEOUT), log, running: null };
}
