import { EBV_QUEUE } from './breeding-values/runs/run-queue.js';
import { IMPORT_QUEUE } from './imports/import-job.js';

/** Queues of long work; made where the database is brought up to date. */
export const QUEUES = [IMPORT_QUEUE, EBV_QUEUE];
