import { csvOf } from '../data/csv.js';
import { TRAITS } from '../i18n/terms.js';
import { wordOf } from '../i18n/traits.js';
import type { Pair } from './pairs.js';

/**
 * Writes the pairs of a plan as a CSV table. The headers are names of REST, as in the CSV files of the service.
 * Inbreeding and reliabilities are fractions; breeding values are normalized.
 */
export function planCsv(pairs: readonly Pair[]): string {
  const traits = TRAITS.filter((trait) => pairs.some(({ values }) => values[trait] !== undefined));
  const header = [
    ...['queen_name', 'external_id', 'drone_mother_name', 'drone_mother_external_id', 'index', 'inbreeding'],
    ...['reliability_r2', 'drone_mother_reliability_r2', ...traits.map(wordOf)],
  ];
  const rows = pairs.map(({ queen, mate, index, inbreeding, reliability, values }) => [
    queen.name,
    queen.externalId,
    mate.name,
    mate.externalId,
    index,
    inbreeding,
    reliability.queen,
    reliability.mate,
    ...traits.map((trait) => values[trait]?.normalized ?? null),
  ]);
  return csvOf([header, ...rows]);
}
