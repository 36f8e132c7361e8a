import { migrateAll } from '../../db/migrate.js';
import { QUEUES } from '../../features/queues.js';
import type { Means } from './means.js';

export async function migrate({ orm }: Means, _input: object) {
  return { migrated: await migrateAll(orm, QUEUES) };
}
