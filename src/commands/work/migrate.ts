import { migrateAll } from '../../migrate.js';
import { QUEUES } from '../../queues.js';
import type { Means } from './work.js';

export async function migrate({ orm }: Means, _input: object) {
  return { migrated: await migrateAll(orm, QUEUES) };
}
