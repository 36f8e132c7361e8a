/** Number of cases per property; `npm run fuzz` runs twenty times as many. */
export const runs = (count: number): number => (process.env.FUZZ === 'long' ? 20 * count : count);
