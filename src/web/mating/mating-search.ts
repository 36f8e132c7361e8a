/** Input and view of a plan, all in the address, so that a plan can be bookmarked and shared. */
export interface MatingSearch {
  /** Ids of the queens to be mated, separated by commas. */
  queen?: string;
  /** Whether drone mothers are chosen individually instead of the best by index. */
  candidates?: 'chosen';
  /** Their ids, separated by commas. */
  with?: string;
  /** Drones of the drone mother herself, instead of her daughters. */
  drones?: 'own';
  /** Instead of the saved weights, in the format of `writeWeights`. */
  weights?: string;
  /** Maximum inbreeding of the offspring in percent; absent for no limit. */
  maxF?: number;
  /** Maximum number of queens per drone mother in the assignment; absent for 1. */
  share?: number;
  /** Default: by index. */
  sort?: PairOrder;
}

export type PairOrder = 'inbreeding' | 'reliability';

/** Maximum number of queens of a plan. */
export const MAX_QUEENS = 100;

const texts = ['queen', 'with', 'weights'] as const;

export function matingSearch(given: Record<string, unknown>): MatingSearch {
  const { maxF, share, sort } = given;
  return {
    ...Object.fromEntries(texts.flatMap((name) => (given[name] ? [[name, String(given[name])]] : []))),
    ...(given.candidates === 'chosen' && { candidates: 'chosen' as const }),
    ...(given.drones === 'own' && { drones: 'own' as const }),
    ...(typeof maxF === 'number' && maxF >= 0 && maxF <= 100 && { maxF }),
    ...(typeof share === 'number' && share > 1 && share <= MAX_QUEENS && { share: Math.floor(share) }),
    ...((sort === 'inbreeding' || sort === 'reliability') && { sort }),
  };
}

export const readIds = (text: string | undefined): string[] => [...new Set(text?.split(',').filter(Boolean))];
export const writeIds = (ids: readonly string[]): string | undefined => ids.join(',') || undefined;
