/** What a plan is asked for, and how it is looked at: all of it in the address, so that a plan can be kept and sent on. */
export interface MatingSearch {
  /** Ids of the queens to be mated, by commas. */
  queen?: string;
  /** The drone mothers are chosen one by one, in place of the best by the index. */
  candidates?: 'chosen';
  /** Their ids, by commas. */
  with?: string;
  /** Drones of the drone mother herself, in place of those of her daughters. */
  drones?: 'own';
  /** In place of the kept weights, as `writeWeights` has them. */
  weights?: string;
  /** The highest inbreeding of the offspring that is accepted, in percent; any if absent. */
  maxF?: number;
  /** By the index, unless it is there. */
  sort?: PairOrder;
}

export type PairOrder = 'inbreeding' | 'reliability';

/** As many queens as one plan may be asked for. */
export const MAX_QUEENS = 100;

const texts = ['queen', 'with', 'weights'] as const;

export function matingSearch(given: Record<string, unknown>): MatingSearch {
  const { maxF, sort } = given;
  return {
    ...Object.fromEntries(texts.flatMap((name) => (given[name] ? [[name, String(given[name])]] : []))),
    ...(given.candidates === 'chosen' && { candidates: 'chosen' as const }),
    ...(given.drones === 'own' && { drones: 'own' as const }),
    ...(typeof maxF === 'number' && maxF >= 0 && maxF <= 100 && { maxF }),
    ...((sort === 'inbreeding' || sort === 'reliability') && { sort }),
  };
}

export const readIds = (text: string | undefined): string[] => [...new Set(text?.split(',').filter(Boolean))];
export const writeIds = (ids: readonly string[]): string | undefined => ids.join(',') || undefined;
