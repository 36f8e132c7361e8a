/** Returns the number of cases of a property. `npm run fuzz` runs twenty times as many cases. */
export const runs = (count: number): number => (process.env.FUZZ === 'long' ? 20 * count : count);
