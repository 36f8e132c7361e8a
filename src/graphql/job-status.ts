import { registerEnumType } from 'type-graphql';

export enum JobStatus {
  queued = 'queued',
  running = 'running',
  completed = 'completed',
  failed = 'failed',
  cancelled = 'cancelled',
}
registerEnumType(JobStatus, {
  name: 'JobStatus',
  description: 'Where long work stands.',
  valuesConfig: {
    queued: { description: 'Waits for its turn' },
    running: { description: 'Is being done' },
    completed: { description: 'Is done, all of it' },
    failed: { description: 'Ended with errors; nothing was changed' },
    cancelled: { description: 'Was stopped before its end' },
  },
});
