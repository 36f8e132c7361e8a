import { finishLeaving } from '../features/accounts/account-deletion.js';
import { sweepAudit } from '../features/audit/sweep.js';
import { reviveRuns } from '../features/breeding-values/runs/run-job.js';
import { reviveImports } from '../features/imports/import-job.js';
import type { Services } from '../graphql/context.js';
import { repeat } from './repeat.js';

/** Milliseconds between two runs of each. */
const PAUSES = {
  /** Deletions of accounts that were cut short. */
  leaving: 10 * 60_000,
  /** Audit trails: entries that are too old, or too many. */
  sweeping: 60 * 60_000,
  /** Imports and runs that no process is working on any more. */
  reviving: 30_000,
};

export type Pauses = typeof PAUSES;

/** Starts what runs from time to time. @returns what ends it, and waits for the work that is under way */
export function startPeriodicWork(services: Services, pauses: Partial<Pauses> = {}): () => Promise<void> {
  const { leaving, sweeping, reviving } = { ...PAUSES, ...pauses };
  const every = (pause: number, work: (services: Services) => Promise<void>, name: string) =>
    repeat(
      pause,
      () => work(services),
      (error) => services.log.warn({ err: error }, name),
    );
  const stops = [
    every(reviving, reviveImports, 'imports that were left'),
    every(reviving, reviveRuns, 'runs that were left'),
    every(leaving, finishLeaving, 'deletion of accounts'),
    every(sweeping, sweepAudit, 'sweep of audit trails'),
  ];
  return async () => {
    for (const stop of stops) await stop();
  };
}
