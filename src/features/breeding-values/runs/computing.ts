/** What computing counts for in the share of a run that is done; the rest is storing. */
export const COMPUTING = 0.5;
