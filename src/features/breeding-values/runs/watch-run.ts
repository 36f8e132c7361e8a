import { sql, type Kysely } from 'kysely';
import type { EbvRun } from '../ebv-run.entity.js';
import type { RunInWorker } from './run-in-worker.js';

/** Error of a run that was cancelled, or whose account was deleted. */
export class RunCancelled extends Error {}

/** Error of a run that ends because the service stops. The run is repeated later. */
export class RunInterrupted extends Error {}

const PROGRESS_INTERVAL_MS = 1000;

export async function isRunning(db: Kysely<unknown>, { accountId, id }: EbvRun): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ebv_run
    where account_id = ${accountId}::uuid and id = ${id}::uuid and status = 'running'`.execute(db);
  return rows.length > 0;
}

/**
 * Stores the progress periodically. Aborts the work if the run is cancelled, the service stops, or the lock is lost.
 * @returns function that ends the watch
 */
export function watchRun(
  db: Kysely<unknown>,
  run: EbvRun,
  worker: RunInWorker,
  stopping: AbortSignal,
): () => Promise<void> {
  let storedProgress = 0;
  let check: Promise<void> | undefined;
  const storeProgress = async (): Promise<boolean> => {
    const fraction = worker.done;
    if (fraction === storedProgress) return isRunning(db, run);
    storedProgress = fraction;
    const { rows } = await sql`
      update ebv_run set progress = ${fraction}
      where account_id = ${run.accountId} and id = ${run.id} and status = 'running' returning 1`.execute(db);
    return rows.length > 0;
  };
  const update = async () => {
    try {
      if (!(await storeProgress())) await worker.end(new RunCancelled());
    } catch (error) {
      await worker.end(error as Error);
    }
    check = undefined;
  };
  const stop = () => void worker.end(new RunInterrupted('The service stops.'));
  const timer = setInterval(() => void (check ??= update()), PROGRESS_INTERVAL_MS).unref();
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  return async () => {
    clearInterval(timer);
    stopping.removeEventListener('abort', stop);
    await check;
  };
}
