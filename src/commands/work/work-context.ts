import type { Services } from '../../graphql/context.js';

/** What a command works with: its own, or those of the service that has the embedded database. */
export type WorkContext = Pick<Services, 'config' | 'orm' | 'jobs' | 'log'> & {
  /** The process id of the service, where that does the work. */
  running: number | null;
};
