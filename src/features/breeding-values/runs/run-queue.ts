/** The queue of runs that wait for their turn. */
export const EBV_QUEUE = 'ebv-run';
