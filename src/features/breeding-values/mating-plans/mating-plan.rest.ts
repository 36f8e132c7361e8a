import { restTrait } from '../../../core/traits.js';
import type { BodyShape } from '../../../rest/body-shape.js';
import { selection, toRest, type Members } from '../../../rest/members.js';
import { RUN_FIELDS, runBody } from '../ebv.rest.js';
import { WEIGHTS_FIELDS, WEIGHTS_RULE, weightsBody } from '../selection-index/index-weights.rest.js';
import { MATING_PLAN_RULES } from './mating-plan.checks.js';

export const MATING_PLAN_SHAPE: BodyShape = {
  members: {
    queen_ids: 'queenIds',
    drone_mother_ids: 'droneMotherIds',
    use: 'use',
    max_inbreeding: 'maxInbreeding',
    weights: 'weights',
  },
  rules: { ...MATING_PLAN_RULES, weights: WEIGHTS_RULE },
  required: ['queen_ids', 'drone_mother_ids', 'use'],
  readOnly: [],
};

/** Members of an excluded pair. */
export const EXCLUDED = {
  queen_id: 'queenId',
  drone_mother_id: 'droneMotherId',
  inbreeding: 'inbreeding',
  basis: 'basis',
} as const satisfies Members;

/** Additional members of a ranked pair. */
export const RANKED = { rank: 'rank', index: 'index' } as const satisfies Members;
export const OFFSPRING = { inbreeding: 'inbreeding', index: 'index' } as const satisfies Members;
export const EXPECTED = { raw_value: 'raw', normalized_value: 'normalized' } as const satisfies Members;

interface OffspringRow {
  byTrait: Record<string, object>;
}

interface MatingRow {
  queen?: { name: string } | null;
  droneMother?: { name: string } | null;
  daughter: OffspringRow;
  herself: OffspringRow;
}

export interface MatingPlanRow {
  run: object | null;
  weights: object;
  use: string;
  matings: MatingRow[];
  excluded: object[];
}

const OFFSPRING_FIELDS = `{ ${selection(OFFSPRING)} byTrait }`;
export const MATING_PLAN_FIELDS = `run { ${RUN_FIELDS} } ${WEIGHTS_FIELDS} use
  matings { ${selection(EXCLUDED)} ${selection(RANKED)} queen { name } droneMother { name }
    daughter ${OFFSPRING_FIELDS} herself ${OFFSPRING_FIELDS} }
  excluded { ${selection(EXCLUDED)} }`;

export const matingPlanBody = ({ run, weights, use, matings, excluded }: MatingPlanRow): Record<string, unknown> => ({
  run: runBody(run),
  weights: weightsBody(weights),
  use,
  data: matings.map(matingBody),
  excluded: excluded.map((pair) => toRest(EXCLUDED, pair)),
});

function matingBody(mating: MatingRow): Record<string, unknown> {
  const { queen_id, drone_mother_id, inbreeding, basis } = toRest(EXCLUDED, mating);
  const { rank, index } = toRest(RANKED, mating);
  return {
    rank,
    queen_id,
    queen_name: mating.queen?.name,
    drone_mother_id,
    drone_mother_name: mating.droneMother?.name,
    index,
    inbreeding,
    basis,
    daughter: offspringBody(mating.daughter),
    queen: offspringBody(mating.herself),
  };
}

const offspringBody = (offspring: OffspringRow): Record<string, unknown> => ({
  ...toRest(OFFSPRING, offspring),
  values: Object.fromEntries(
    Object.entries(offspring.byTrait).map(([trait, value]) => [restTrait(trait), toRest(EXPECTED, value)]),
  ),
});
