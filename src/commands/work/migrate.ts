import { migrateAll } from '../../db/migrate.js';
import { QUEUES } from '../../features/queues.js';
import type { WorkContext } from './work-context.js';

export async function migrate({ orm }: WorkContext, _input: object) {
  return { migrated: await migrateAll(orm, QUEUES) };
}
