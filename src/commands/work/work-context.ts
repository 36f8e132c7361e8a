import type { Services } from '../../graphql/context.js';

/** What a command's work needs: opened for it, or those of the service that has the embedded database open. */
export type WorkContext = Pick<Services, 'config' | 'orm' | 'jobs' | 'log'> & {
  /** The process id of the service, if the service does the work. */
  running: number | null;
};
