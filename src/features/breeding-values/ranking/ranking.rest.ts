import { restTrait } from '../../../core/traits.js';
import { RUN_FIELDS } from '../ebv.rest.js';
import { WEIGHTS_FIELDS } from '../selection-index/index-weights.rest.js';

/** Members of the queen; absent if the caller may not read queens. */
export const RANKED_QUEEN_MEMBERS = {
  queen_name: 'name',
  external_id: 'externalId',
  generation: 'generation',
  birth_date: 'dateOfBirth',
  life_status: 'status',
} as const;

export interface RankedRow {
  rank: number;
  queenId: string;
  queen?: Record<string, unknown> | null;
  index: number;
  reliability: number | null;
  values: { trait: string; raw: number | null; normalized: number; reliability: number | null }[];
}

export const RANKED_FIELDS = `rank queenId index reliability values { trait raw normalized reliability }
  queen { ${Object.values(RANKED_QUEEN_MEMBERS).join(' ')} }`;
export const RANKING_FIELDS = `run { ${RUN_FIELDS} } ${WEIGHTS_FIELDS}`;

export function rankedBody({ rank, queenId, queen, index, reliability, values }: RankedRow): Record<string, unknown> {
  const members = Object.entries(RANKED_QUEEN_MEMBERS).map(([member, field]) => [member, queen?.[field]]);
  return {
    rank,
    queen_id: queenId,
    ...Object.fromEntries(members),
    index,
    reliability_r2: reliability,
    values: Object.fromEntries(
      values.map(({ trait, raw, normalized, reliability: r2 }) => [
        restTrait(trait),
        { raw_value: raw, normalized_value: normalized, reliability_r2: r2 },
      ]),
    ),
  };
}
