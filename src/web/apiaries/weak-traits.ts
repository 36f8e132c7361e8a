import type { Warning } from '../values/runs.js';

type WarningOfTrait = Pick<Warning, 'trait' | 'reason'>;

/**
 * Divides the warnings about a contemporary group by their reason: traits for which only one colony was tested, and
 * traits for which all tested colonies have queens of one dam.
 */
export function weakTraits(warnings: readonly WarningOfTrait[]): Record<'single' | 'related', Warning['trait'][]> {
  const traitsOf = (some: readonly WarningOfTrait[]) => some.map(({ trait }) => trait);
  return {
    single: traitsOf(warnings.filter(({ reason }) => reason === 'SINGLE')),
    related: traitsOf(warnings.filter(({ reason }) => reason !== 'SINGLE')),
  };
}
