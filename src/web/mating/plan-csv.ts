import { t } from '@lingui/core/macro';
import { csvOf } from '../data/csv.js';
import { TRAITS } from '../i18n/terms.js';
import { wordOf } from '../i18n/traits.js';
import type { Pair } from './pairs.js';

/** The pairs of a plan as a CSV table, with plain numbers: fractions for inbreeding and reliabilities. */
export function planCsv(pairs: readonly Pair[]): string {
  const traits = TRAITS.filter((trait) => pairs.some(({ values }) => values[trait] !== undefined));
  const number = (value: number | null | undefined) => (value == null ? '' : String(value));
  const header = [
    t`Queen`,
    t`Studbook number`,
    t`Drone mother`,
    t`Studbook number of the drone mother`,
    t`Expected index`,
    t`F of the offspring`,
    t`r² of the queen`,
    t`r² of the drone mother`,
    ...traits.map(wordOf),
  ];
  const rows = pairs.map(({ queen, mate, index, inbreeding, reliability, values }) => [
    queen.name,
    queen.externalId ?? '',
    mate.name,
    mate.externalId ?? '',
    number(index),
    number(inbreeding),
    number(reliability.queen),
    number(reliability.mate),
    ...traits.map((trait) => number(values[trait]?.normalized)),
  ]);
  return csvOf([header, ...rows]);
}
