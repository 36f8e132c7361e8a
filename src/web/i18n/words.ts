/** Codes of REST and GraphQL. `terms.ts` has the names of these codes in the user's language. */
export const LIFE_STATUSES = ['testing', 'production', 'sold', 'dead', 'lost'] as const;
export type LifeStatusWord = (typeof LIFE_STATUSES)[number];

export const STATUSES_WITHOUT_HIVE = ['lost', 'dead', 'sold'] as const satisfies LifeStatusWord[];
/** Whether a queen with this status cannot head a hive. */
export const hasLeft = (status: unknown): boolean => (STATUSES_WITHOUT_HIVE as readonly unknown[]).includes(status);

export const MATING_TYPES = [
  'open',
  'island_station',
  'land_station',
  'insemination',
  'single_queen',
  'single_drone',
] as const;
export type MatingType = (typeof MATING_TYPES)[number];
