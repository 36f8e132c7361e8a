import type { GraphQLSchema } from 'graphql';
import {
  EXCLUDED,
  EXPECTED,
  MATING_PLAN_SHAPE,
  OFFSPRING,
  RANKED,
} from '../../features/breeding-values/mating-plans/mating-plan.rest.js';
import { TRAIT_WORDS } from '../../core/traits.js';
import { shapeSchema } from '../../openapi/inputs.js';
import { answerObject, listOf, ref, refOrNull, type Components, type JsonSchema } from '../../openapi/json-schema.js';
import { descriptionOf, membersOf, objectOf, traitsObject } from '../../openapi/members.js';
import { ids, run, weights } from './examples.js';

const offspring = {
  inbreeding: 0.0312,
  index: 108.2,
  values: { honey: { raw_value: 1.9, normalized_value: 108.2 } },
};
const pair = { queen_id: ids.f0, drone_mother_id: ids.dam, inbreeding: 0.0312, basis: 'daughter' };

/** Planned matings. */
export function matingPlanComponents(graph: GraphQLSchema): Components {
  const name = (whose: string): JsonSchema => ({
    type: 'string',
    description: `Name of the ${whose}. Absent if the caller may not read queens.`,
  });
  const expected = traitsObject(
    'Expected value of each trait with values in the run.',
    objectOf(graph, 'ExpectedValue', EXPECTED),
  );
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
        descriptionOf(graph, 'PlannedMating'),
        {
          ...membersOf(graph, 'PlannedMating', { ...RANKED, ...EXCLUDED }),
          queen_name: name('queen'),
          drone_mother_name: name('drone mother'),
          daughter: byOffspring(descriptionOf(graph, 'PlannedMating', 'daughter')),
          queen: byOffspring(descriptionOf(graph, 'PlannedMating', 'herself')),
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
      schema: answerObject(descriptionOf(graph, 'MatingPlan'), {
        run: refOrNull('EbvRunName', descriptionOf(graph, 'MatingPlan', 'run')),
        ...membersOf(graph, 'MatingPlan', { use: 'use' }),
        weights: answerObject(
          descriptionOf(graph, 'MatingPlan', 'weights'),
          membersOf(graph, 'TraitWeights', TRAIT_WORDS),
        ),
        data: listOf(ref('PlannedMating'), descriptionOf(graph, 'MatingPlan', 'matings')),
        excluded: listOf(objectOf(graph, 'ExcludedMating', EXCLUDED), descriptionOf(graph, 'MatingPlan', 'excluded')),
      }),
      example: {
        run,
        weights,
        use: 'drone_producing_daughters',
        data: [],
        excluded: [{ ...pair, inbreeding: 0.18 }],
      },
    },
  };
}
