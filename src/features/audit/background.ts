import type { Services } from '../../graphql/context.js';
import { recordEvent, recordRepeatedEvent, type NewEvent } from './record.js';

const pendingWrites = new Set<Promise<void>>();

type AuditServices = Pick<Services, 'orm' | 'log'>;

/** Records an event in the background, so that the write does not delay the response. */
export function recordInBackground(services: AuditServices, accountId: string, event: NewEvent): void {
  track(services, recordEvent(database(services), accountId, event));
}

/** Records an event in the background. See `recordRepeatedEvent` for repeated events. */
export function recordRepeatedInBackground(services: AuditServices, accountId: string, event: NewEvent): void {
  track(services, recordRepeatedEvent(database(services), accountId, event));
}

/** Waits for pending events. Call it before the database is closed. */
export async function flushAuditTrail(): Promise<void> {
  await Promise.all(pendingWrites);
}

const database = ({ orm }: AuditServices) => orm.database.kysely;

function track({ log }: AuditServices, work: Promise<void>): void {
  // The response has already been sent, so an error is only logged. For example, the account may have been deleted.
  const done = work.catch((error: unknown) => log.warn({ err: error }, 'recording an audit event failed'));
  pendingWrites.add(done);
  void done.finally(() => pendingWrites.delete(done));
}
