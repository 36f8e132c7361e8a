import { EBV_QUEUE } from './breeding-values/runs/run-queue.js';
import { IMPORT_QUEUE } from './imports/import-job.js';

/** Queues of long jobs. `migrate` creates them. */
export const QUEUES = [IMPORT_QUEUE, EBV_QUEUE];
