import { sql, type Kysely } from 'kysely';
import type { EbvRun } from '../ebv-run.entity.js';
import type { RunInWorker } from './run-in-worker.js';

/** The run was cancelled, or its account given up, while it went on. */
export class Cancelled extends Error {}

/** The service stops; the run is done again from the beginning. */
export class CutShort extends Error {}

/** How often the share that is done is written down, in milliseconds. */
const TOLD_EVERY = 1000;

export async function isWanted(db: Kysely<unknown>, { accountId, id }: EbvRun): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ebv_run
    where account_id = ${accountId}::uuid and id = ${id}::uuid and status = 'running'`.execute(db);
  return rows.length > 0;
}

/**
 * Writes the progress down now and then, and ends the work where nobody wants it any more, where the service stops, and
 * where the connection is lost that keeps other processes from doing the same.
 * @returns what ends the watch
 */
export function watchRun(
  db: Kysely<unknown>,
  run: EbvRun,
  worker: RunInWorker,
  stopping: AbortSignal,
): () => Promise<void> {
  let told = 0;
  let asking: Promise<void> | undefined;
  const tell = async (): Promise<boolean> => {
    const fraction = worker.done;
    if (fraction === told) return isWanted(db, run);
    told = fraction;
    const { rows } = await sql`
      update ebv_run set progress = ${fraction}
      where account_id = ${run.accountId} and id = ${run.id} and status = 'running' returning 1`.execute(db);
    return rows.length > 0;
  };
  const look = async () => {
    try {
      if (!(await tell())) await worker.end(new Cancelled());
    } catch (error) {
      await worker.end(error as Error);
    }
    asking = undefined;
  };
  const stop = () => void worker.end(new CutShort('The service stops.'));
  const timer = setInterval(() => void (asking ??= look()), TOLD_EVERY).unref();
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  return async () => {
    clearInterval(timer);
    stopping.removeEventListener('abort', stop);
    await asking;
  };
}
