import { TRAITS, type Trait } from '../i18n/terms.js';

export const GENERATIONS = [3, 5, 7] as const;
export type Generations = (typeof GENERATIONS)[number];

export interface PedigreeSearch {
  generations?: Generations;
  of?: 'daughters';
  /** The chosen view, if it differs from the default for the window's width. */
  as?: 'drawing' | 'outline';
  value?: Trait;
}

const generations = (given: unknown, of: readonly Generations[]) => of.find((each) => each === Number(given));

/** State in the address of a pedigree, besides the queen. */
export function pedigreeSearch(search: Record<string, unknown>): PedigreeSearch {
  const depth = generations(search.generations, GENERATIONS);
  const value = TRAITS.find((trait) => trait === search.value);
  return {
    ...(depth && { generations: depth }),
    ...(search.of === 'daughters' && { of: search.of }),
    ...((search.as === 'drawing' || search.as === 'outline') && { as: search.as }),
    ...(value && { value }),
  };
}

export function cardSearch(search: Record<string, unknown>): { generations?: 3 | 5 } {
  const depth = generations(search.generations, [3, 5]);
  return depth ? { generations: depth as 3 | 5 } : {};
}
