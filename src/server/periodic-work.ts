import { finishAccountDeletions } from '../features/accounts/account-deletion.js';
import { sweepAudit } from '../features/audit/sweep.js';
import { requeueRuns } from '../features/breeding-values/runs/run-job.js';
import { requeueImports } from '../features/imports/import-job.js';
import { deleteOldFiles } from '../features/imports/stored-file.js';
import { withLimit } from '../db/statement-timeout.js';
import type { Services } from '../graphql/context.js';
import { repeat } from './repeat.js';

/** Intervals of the periodic tasks. */
const INTERVALS_MS = {
  /** Completes interrupted account deletions. */
  accountDeletion: 10 * 60_000,
  /** Deletes old or excess audit entries, and old files of dry runs. */
  cleanup: 60 * 60_000,
  /** Restarts imports and runs that no process is executing. */
  requeue: 30_000,
};

/** Overrides for tests. */
export interface PeriodicWorkOptions {
  intervals?: Partial<typeof INTERVALS_MS>;
  /** Runs a task. Default: calls `task` */
  run?: (task: () => Promise<void>) => Promise<void>;
}

/**
 * Starts the periodic tasks.
 * @returns a function that stops the tasks, and waits for running tasks
 */
export function startPeriodicWork(
  services: Services,
  { intervals, run = (task) => task() }: PeriodicWorkOptions = {},
): () => Promise<void> {
  const { accountDeletion, cleanup, requeue } = { ...INTERVALS_MS, ...intervals };
  const every = (interval: number, work: (services: Services) => Promise<void>, failure: string) =>
    repeat(
      interval,
      () => run(() => work(services)),
      (error) => services.log.warn({ err: error }, failure),
    );
  /** On a stalled connection, work without this limit would never end, and so never be repeated. */
  const limited = (work: (services: Services) => Promise<void>) => () =>
    withLimit(services.config.STATEMENT_TIMEOUT, () => work(services));
  const stops = [
    every(requeue, limited(requeueImports), 'restarting abandoned imports failed'),
    every(requeue, limited(requeueRuns), 'restarting abandoned runs failed'),
    every(accountDeletion, finishAccountDeletions, 'completing account deletions failed'),
    every(cleanup, sweepAudit, 'deleting old audit entries failed'),
    every(cleanup, deleteOldFiles, 'deleting old files of dry runs failed'),
  ];
  return async () => {
    for (const stop of stops) await stop();
  };
}
