import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import {
  EXCLUDED,
  EXPECTED,
  MATING_PLAN_SHAPE,
  OFFSPRING,
  RANKED,
} from '../../features/breeding-values/mating-plans/mating-plan.rest.js';
import { TRAIT_WORDS } from '../../core/traits.js';
import { shapeSchema } from '../../openapi/inputs.js';
import { answerObject, listOf, orNull, ref, type Components, type JsonSchema } from '../../openapi/json-schema.js';
import { membersOf } from '../../openapi/members.js';
import { ids, instant } from './examples.js';

const run = { id: ids.run, status: 'completed', computed_at: instant, source: 'computed', method: 'honey_bee' };
const offspring = {
  inbreeding: 0.0312,
  index: 108.2,
  values: { honey: { raw_value: 1.9, normalized_value: 108.2 } },
};
const pair = { queen_id: ids.f0, drone_mother_id: ids.dam, inbreeding: 0.0312, basis: 'daughter' };

/** Planned matings. */
export function matingPlanComponents(graph: GraphQLSchema): Components {
  const descriptionOf = (type: string, field: string) =>
    (graph.getType(type) as GraphQLObjectType).getFields()[field]?.description ?? '';
  const about = (type: string) => graph.getType(type)?.description ?? '';
  const name = (whose: string): JsonSchema => ({
    type: 'string',
    description: `Name of the ${whose}. Absent if the caller may not read queens.`,
  });
  const expected = {
    type: 'object',
    description: 'Expected value of each trait with values in the run.',
    propertyNames: { enum: Object.keys(TRAIT_WORDS) },
    additionalProperties: answerObject(about('ExpectedValue'), membersOf(graph, 'ExpectedValue', EXPECTED)),
  };
  const byOffspring = (description: string) =>
    answerObject(description, { ...membersOf(graph, 'ExpectedOffspring', OFFSPRING), values: expected });
  return {
    NewMatingPlan: {
      schema: shapeSchema(graph, 'MatingPlanInput', MATING_PLAN_SHAPE, false),
      example: {
        queen_ids: [ids.f0],
        drone_mother_ids: [ids.dam],
        use: 'drone_producing_daughters',
        max_inbreeding: 0.1,
        weights: { honey: 2, gentleness: 1 },
      },
    },
    PlannedMating: {
      schema: answerObject(
        about('PlannedMating'),
        {
          ...membersOf(graph, 'PlannedMating', { ...RANKED, ...EXCLUDED }),
          queen_name: name('queen'),
          drone_mother_name: name('drone mother'),
          daughter: byOffspring(descriptionOf('PlannedMating', 'daughter')),
          queen: byOffspring(descriptionOf('PlannedMating', 'herself')),
        },
        ['queen_name', 'drone_mother_name'],
      ),
      example: {
        rank: 1,
        ...pair,
        queen_name: 'Juno',
        drone_mother_name: 'Jutta',
        index: 108.2,
        daughter: offspring,
        queen: { ...offspring, inbreeding: 0.0417 },
      },
    },
    MatingPlan: {
      schema: answerObject(about('MatingPlan'), {
        run: { ...orNull(ref('EbvRunName')), description: descriptionOf('MatingPlan', 'run') },
        ...membersOf(graph, 'MatingPlan', { use: 'use' }),
        weights: answerObject(descriptionOf('MatingPlan', 'weights'), membersOf(graph, 'TraitWeights', TRAIT_WORDS)),
        data: listOf(ref('PlannedMating'), descriptionOf('MatingPlan', 'matings')),
        excluded: listOf(
          answerObject(about('ExcludedMating'), membersOf(graph, 'ExcludedMating', EXCLUDED)),
          descriptionOf('MatingPlan', 'excluded'),
        ),
      }),
      example: {
        run,
        weights: {
          ...Object.fromEntries(Object.keys(TRAIT_WORDS).map((trait) => [trait, 0])),
          honey: 2,
          gentleness: 1,
        },
        use: 'drone_producing_daughters',
        data: [],
        excluded: [{ ...pair, inbreeding: 0.18 }],
      },
    },
  };
}
