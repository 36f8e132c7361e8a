import type { GraphQLSchema } from 'graphql';
import { INDEX_WEIGHTS_SHAPE } from '../../breeding-values/selection-index/index-weights.rest.js';
import { TRAITS } from '../../evaluations/trait.rest.js';
import { shapeSchema } from '../inputs.js';
import { answerObject, type Components } from '../json-schema.js';
import { membersOf } from '../members.js';
import { instant } from './examples.js';

const weights = { ...Object.fromEntries(Object.keys(TRAITS).map((trait) => [trait, 0])), honey: 2, gentleness: 1 };

/** What breeders select by. */
export function selectionComponents(graph: GraphQLSchema): Components {
  const stamp = membersOf(graph, 'IndexWeights', { updated_at: 'updatedAt' });
  const byTrait = answerObject(
    graph.getType('TraitWeights')?.description ?? '',
    membersOf(graph, 'TraitWeights', TRAITS),
  );
  return {
    IndexWeights: {
      schema: answerObject(graph.getType('IndexWeights')?.description ?? '', { weights: byTrait, ...stamp }),
      example: { weights, updated_at: instant },
    },
    NewIndexWeights: {
      schema: { ...shapeSchema(graph, 'IndexWeightsInput', INDEX_WEIGHTS_SHAPE, true), required: ['weights'] },
      example: { weights: { honey: 2, gentleness: 1 } },
    },
  };
}
