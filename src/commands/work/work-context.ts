import type { Services } from '../../graphql/context.js';

/**
 * Services for the work of a command: opened for the command, or shared by the running service that has the embedded
 * database open.
 */
export type WorkContext = Pick<Services, 'config' | 'orm' | 'jobs' | 'log'> & {
  /** The process id of the service, if the service does the work. */
  running: number | null;
};
