/** How often a property is tried: `npm run fuzz` tries it twenty times as often. */
export const runs = (count: number): number => (process.env.FUZZ === 'long' ? 20 * count : count);
