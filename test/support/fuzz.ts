/** Returns the number of cases of a property. `npm run fuzz` uses twenty times as many. */
export const runs = (count: number): number => (process.env.FUZZ === 'long' ? 20 * count : count);
