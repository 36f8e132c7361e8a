import { registerEnumType } from 'type-graphql';

export enum JobStatus {
  queued = 'queued',
  running = 'running',
  completed = 'completed',
  failed = 'failed',
  cancelled = 'cancelled',
}
registerEnumType(JobStatus, { name: 'JobStatus', description: 'Where long work stands.' });
