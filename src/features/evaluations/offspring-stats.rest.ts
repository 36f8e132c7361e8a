import { restTrait } from '../../core/traits.js';

interface Count {
  key: string | number | null;
  count: number;
}

interface TraitRow {
  trait: string;
  n: number;
  mean: number | null;
  sd: number | null;
  min: number | null;
  max: number | null;
}

export interface OffspringRow {
  id: string;
  generation: string;
  offspringStats: {
    total: number;
    byGeneration: Count[];
    byStatus: Count[];
    byYear: Count[];
    evaluated: number;
    /** Undefined if the caller may not read evaluations. */
    traits?: TraitRow[];
  };
}

const counts = 'key count';
export const OFFSPRING_FIELDS = `id generation offspringStats {
  total byGeneration { ${counts} } byStatus { ${counts} } byYear { ${counts} }
  evaluated traits { trait n mean sd min max } }`;

/** Statistics of the daughters of a queen. Unknown values have the key `unknown`. */
export function offspringBody({ id, offspringStats: stats }: OffspringRow): Record<string, unknown> {
  return {
    queen_id: id,
    offspring: {
      total: stats.total,
      by_generation: byKey(stats.byGeneration),
      by_status: byKey(stats.byStatus),
      by_year: byKey(stats.byYear),
    },
    evaluated: stats.evaluated,
    traits: stats.traits && Object.fromEntries(stats.traits.map(({ trait, ...row }) => [restTrait(trait), { ...row }])),
  };
}

function byKey(rows: Count[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ key, count }) => [key ?? 'unknown', count]));
}
