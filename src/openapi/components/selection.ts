import type { GraphQLSchema } from 'graphql';
import { RANKED_QUEEN_MEMBERS } from '../../breeding-values/ranking/ranking.rest.js';
import { INDEX_WEIGHTS_SHAPE } from '../../breeding-values/selection-index/index-weights.rest.js';
import { TRAITS } from '../../evaluations/trait.rest.js';
import { shapeSchema } from '../inputs.js';
import { answerObject, listOf, orNull, ref, type Components, type JsonSchema } from '../json-schema.js';
import { membersOf } from '../members.js';
import { f0, ids, instant } from './examples.js';
import { page } from './page.js';

const weights = { ...Object.fromEntries(Object.keys(TRAITS).map((trait) => [trait, 0])), honey: 2, gentleness: 1 };
const run = { id: ids.run, status: 'completed', computed_at: instant, source: 'computed', method: 'honey_bee' };
const value = { raw_value: 2.31, normalized_value: 112.4, reliability_r2: 0.52 };

const described = (graph: GraphQLSchema, type: string) => graph.getType(type)?.description ?? '';

/** What breeders select by. */
export function selectionComponents(graph: GraphQLSchema): Components {
  const stamp = membersOf(graph, 'IndexWeights', { updated_at: 'updatedAt' });
  return {
    TraitWeights: {
      schema: answerObject(described(graph, 'TraitWeights'), membersOf(graph, 'TraitWeights', TRAITS)),
      example: weights,
    },
    IndexWeights: {
      schema: answerObject(described(graph, 'IndexWeights'), { weights: ref('TraitWeights'), ...stamp }),
      example: { weights, updated_at: instant },
    },
    NewIndexWeights: {
      schema: { ...shapeSchema(graph, 'IndexWeightsInput', INDEX_WEIGHTS_SHAPE, true), required: ['weights'] },
      example: { weights: { honey: 2, gentleness: 1 } },
    },
    RankedQueen: {
      schema: rankedSchema(graph),
      example: {
        rank: 1,
        queen_id: f0.id,
        queen_name: f0.queen_name,
        external_id: f0.external_id,
        generation: f0.generation,
        birth_date: f0.birth_date,
        life_status: f0.life_status,
        index: 112.4,
        reliability_r2: 0.52,
        values: { honey: value },
      },
    },
    EbvRanking: {
      schema: answerObject(described(graph, 'EbvRanking'), {
        run: { ...orNull(ref('EbvRunName')), description: 'The run of the values; null where there is none yet.' },
        weights: ref('TraitWeights'),
        data: listOf(ref('RankedQueen'), 'The queens of this page.'),
        page: ref('Page'),
      }),
      example: { run, weights, data: [], page: { ...page, total: 0 } },
    },
  };
}

function rankedSchema(graph: GraphQLSchema): JsonSchema {
  const values = membersOf(graph, 'BreedingValue', {
    raw_value: 'raw',
    normalized_value: 'normalized',
    reliability_r2: 'reliability',
  });
  const members = membersOf(graph, 'RankedQueen', {
    rank: 'rank',
    queen_id: 'queenId',
    index: 'index',
    reliability_r2: 'reliability',
  });
  return answerObject(
    described(graph, 'RankedQueen'),
    {
      ...members,
      ...membersOf(graph, 'Queen', RANKED_QUEEN_MEMBERS),
      values: {
        type: 'object',
        description: 'Her values of the run, of the kind that is ranked, by trait.',
        propertyNames: { enum: Object.keys(TRAITS) },
        additionalProperties: answerObject('Of one trait.', values),
      },
    },
    Object.keys(RANKED_QUEEN_MEMBERS),
  );
}
