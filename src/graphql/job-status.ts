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
  description: 'Status of a background job.',
  valuesConfig: {
    queued: { description: 'Waiting to start' },
    running: { description: 'Running' },
    completed: { description: 'Completed' },
    failed: { description: 'Failed; nothing was changed' },
    cancelled: { description: 'Cancelled before it was completed, or an import that was undone' },
  },
});
