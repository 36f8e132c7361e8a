import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useFormat } from '../i18n/format.js';
import type { Measure } from '../../core/traits.js';
import { measureOf, type Trait } from '../i18n/traits.js';

export const PARTS = [
  { part: 'worker', label: msg`Workers` },
  { part: 'queen', label: msg`Queen` },
  { part: 'covariance', label: msg`Covariance of workers and queen` },
  { part: 'residual', label: msg`Residual` },
] as const;
export type Part = (typeof PARTS)[number]['part'];

/** Returns a function that formats a variance. Small variances, such as those of scores, have more decimals. */
export function useVariance(): (value: number) => string {
  const format = useFormat();
  return (value) => format.number(value, Math.abs(value) < 1 ? 4 : 2);
}

/** Returns a function that returns the unit of a trait's variance. */
export function useUnitSquared(): (trait: Trait) => string {
  const { t } = useLingui();
  return (trait) => {
    const squared: Record<Measure, string> = { kilograms: t`kg²`, score: t`score²`, cells: t`cells²` };
    return squared[measureOf(trait)];
  };
}
