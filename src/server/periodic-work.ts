import { finishAccountDeletions } from '../features/accounts/account-deletion.js';
import { sweepAudit } from '../features/audit/sweep.js';
import { requeueRuns } from '../features/breeding-values/runs/run-job.js';
import { reviveImports } from '../features/imports/import-job.js';
import type { Services } from '../graphql/context.js';
import { repeat } from './repeat.js';

/** Intervals of the periodic tasks. */
const INTERVALS_MS = {
  /** Completes interrupted account deletions. */
  leaving: 10 * 60_000,
  /** Deletes audit entries that are too old or too many. */
  sweeping: 60 * 60_000,
  /** Restarts imports and runs that no process is working on. */
  reviving: 30_000,
};

export type Intervals = typeof INTERVALS_MS;

/** Starts the periodic tasks. @returns a function that stops them and waits for the running one */
export function startPeriodicWork(services: Services, pauses: Partial<Intervals> = {}): () => Promise<void> {
  const { leaving, sweeping, reviving } = { ...INTERVALS_MS, ...pauses };
  const every = (pause: number, work: (services: Services) => Promise<void>, name: string) =>
    repeat(
      pause,
      () => work(services),
      (error) => services.log.warn({ err: error }, name),
    );
  const stops = [
    every(reviving, reviveImports, 'abandoned imports'),
    every(reviving, requeueRuns, 'abandoned runs'),
    every(leaving, finishAccountDeletions, 'account deletion'),
    every(sweeping, sweepAudit, 'audit trail cleanup'),
  ];
  return async () => {
    for (const stop of stops) await stop();
  };
}
