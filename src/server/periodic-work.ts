import { finishAccountDeletions } from '../features/accounts/account-deletion.js';
import { sweepAudit } from '../features/audit/sweep.js';
import { requeueRuns } from '../features/breeding-values/runs/run-job.js';
import { requeueImports } from '../features/imports/import-job.js';
import { deleteOldFiles } from '../features/imports/stored-file.js';
import type { Services } from '../graphql/context.js';
import { repeat } from './repeat.js';

/** Intervals of the periodic tasks. */
const INTERVALS_MS = {
  /** Completes interrupted account deletions. */
  accountDeletion: 10 * 60_000,
  /** Deletes audit entries that are too old or too many, and old files of dry runs. */
  cleanup: 60 * 60_000,
  /** Restarts imports and runs that no process is working on. */
  requeue: 30_000,
};

export type Intervals = typeof INTERVALS_MS;

/** Starts the periodic tasks. @returns a function that stops them and waits for the running one */
export function startPeriodicWork(services: Services, pauses: Partial<Intervals> = {}): () => Promise<void> {
  const { accountDeletion, cleanup, requeue } = { ...INTERVALS_MS, ...pauses };
  const every = (pause: number, work: (services: Services) => Promise<void>, name: string) =>
    repeat(
      pause,
      () => work(services),
      (error) => services.log.warn({ err: error }, name),
    );
  const stops = [
    every(requeue, requeueImports, 'abandoned imports'),
    every(requeue, requeueRuns, 'abandoned runs'),
    every(accountDeletion, finishAccountDeletions, 'account deletion'),
    every(cleanup, sweepAudit, 'audit trail cleanup'),
    every(cleanup, deleteOldFiles, 'cleanup of checked files'),
  ];
  return async () => {
    for (const stop of stops) await stop();
  };
}
