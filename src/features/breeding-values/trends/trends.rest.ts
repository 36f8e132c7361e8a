import { restTrait } from '../../../core/traits.js';
import { RUN_FIELDS } from '../ebv.rest.js';
import { WEIGHTS_FIELDS } from '../selection-index/index-weights.rest.js';

export interface TrendYearRow {
  year: number | null;
  queens: number;
  index: number | null;
  traits: { trait: string; n: number; mean: number | null }[];
  /** Undefined if the caller may not read queens. */
  inbreeding?: object | null;
}

export const TRENDS_FIELDS = `run { ${RUN_FIELDS} } ${WEIGHTS_FIELDS}
  years { year queens index traits { trait n mean } inbreeding { queens inbred mean } }`;

export const trendYear = ({ year, queens, index, traits, inbreeding }: TrendYearRow): Record<string, unknown> => ({
  birth_year: year,
  queens,
  index,
  traits: Object.fromEntries(traits.map(({ trait, n, mean }) => [restTrait(trait), { n, mean }])),
  inbreeding,
});
