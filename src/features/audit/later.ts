import type { Services } from '../../graphql/context.js';
import { note, noteAgain, type Noted } from './record.js';

const underWay = new Set<Promise<void>>();

type Means = Pick<Services, 'orm' | 'log'>;

/**
 * Notes something beside the answer, which does not wait for it: how long it takes must tell nothing, and what the
 * answer is does not depend on it.
 */
export function noteBeside(services: Means, accountId: string, noted: Noted): void {
  begin(services, note(database(services), accountId, noted));
}

/** The same of what may happen often. */
export function noteAgainBeside(services: Means, accountId: string, noted: Noted): void {
  begin(services, noteAgain(database(services), accountId, noted));
}

/** Waits for what is being written; call it before the database is closed. */
export async function allNoted(): Promise<void> {
  await Promise.all(underWay);
}

const database = ({ orm }: Means) => orm.database.kysely;

function begin({ log }: Means, work: Promise<void>): void {
  // The account may have gone meanwhile, and the database be away: there is nobody to tell.
  const done = work.catch((error: unknown) => log.warn({ err: error }, 'audit trail'));
  underWay.add(done);
  void done.finally(() => underWay.delete(done));
}
