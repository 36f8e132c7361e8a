import type { GraphQLSchema } from 'graphql';
import { RANKED_QUEEN_MEMBERS } from '../../features/breeding-values/ranking/ranking.rest.js';
import { INDEX_WEIGHTS_SHAPE } from '../../features/breeding-values/selection-index/index-weights.rest.js';
import { TRAIT_WORDS } from '../../core/traits.js';
import { shapeSchema } from '../../openapi/inputs.js';
import {
  answerObject,
  listOf,
  orNull,
  ref,
  type Components,
  type JsonSchema,
  type Properties,
} from '../../openapi/json-schema.js';
import { descriptionOf, membersOf, objectOf, traitsObject } from '../../openapi/members.js';
import { ebvComponents, RUN_OR_NULL } from './breeding-values.js';
import { f0, ids, instant, run, value, weights } from './examples.js';
import { page } from '../../openapi/common.js';

/** Breeding values, rankings, index weights and trends. */
export function selectionComponents(graph: GraphQLSchema): Components {
  const stamp = membersOf(graph, 'IndexWeights', { updated_at: 'updatedAt' });
  return {
    TraitWeights: {
      schema: objectOf(graph, 'TraitWeights', TRAIT_WORDS),
      example: weights,
    },
    IndexWeights: {
      schema: answerObject(descriptionOf(graph, 'IndexWeights'), { weights: ref('TraitWeights'), ...stamp }),
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
      schema: answerObject(descriptionOf(graph, 'EbvRanking'), {
        run: RUN_OR_NULL,
        weights: ref('TraitWeights'),
        data: listOf(ref('RankedQueen'), 'Queens of this page.'),
        page: ref('Page'),
      }),
      example: { run, weights, data: [], page: { ...page, total: 0 } },
    },
    ...trendComponents(graph),
    ...reportComponents(graph),
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
    descriptionOf(graph, 'RankedQueen'),
    {
      ...members,
      ...membersOf(graph, 'Queen', RANKED_QUEEN_MEMBERS),
      values: traitsObject(
        'Values of the ranked entity type in the run, sorted by trait.',
        answerObject('Value of one trait.', values),
      ),
    },
    Object.keys(RANKED_QUEEN_MEMBERS),
  );
}

function trendComponents(graph: GraphQLSchema): Components {
  const members = membersOf(graph, 'EbvTrendYear', { birth_year: 'year', queens: 'queens', index: 'index' });
  const inbreeding = answerObject(
    '',
    membersOf(graph, 'InbreedingTrend', { queens: 'queens', inbred: 'inbred', mean: 'mean' }),
  );
  const year = answerObject(
    descriptionOf(graph, 'EbvTrendYear'),
    {
      ...members,
      traits: traitsObject(
        'Trend of each trait with values in the run.',
        answerObject('Trend of one trait.', membersOf(graph, 'TraitTrend', { n: 'n', mean: 'mean' })),
      ),
      inbreeding: {
        ...orNull(inbreeding),
        description: 'Inbreeding of the queens born in the year. Absent if the caller may not read queens.',
      },
    },
    ['inbreeding'],
  );
  return {
    EbvTrendYear: {
      schema: year,
      example: {
        birth_year: 2023,
        queens: 118,
        index: 104.2,
        traits: { honey: { n: 118, mean: 105.1 } },
        inbreeding: { queens: 120, inbred: 37, mean: 0.0122 },
      },
    },
    EbvTrends: {
      schema: answerObject(descriptionOf(graph, 'EbvTrends'), {
        run: RUN_OR_NULL,
        weights: ref('TraitWeights'),
        data: listOf(ref('EbvTrendYear'), 'Birth years, ascending.'),
      }),
      example: { run, weights, data: [] },
    },
  };
}

const PROGRESS = { trait: 'trait', progress: 'progress' };

function reportComponents(graph: GraphQLSchema): Components {
  const run = ebvComponents(graph).EbvRun;
  const warning = {
    ...membersOf(graph, 'EbvWarning', {
      trait: 'trait',
      eval_year: 'year',
      apiary_id: 'apiaryId',
      records: 'records',
      message: 'message',
    }),
    apiary_name: {
      type: ['string', 'null'],
      description: 'Name of the apiary. Absent if the caller may not read apiaries.',
    },
    reason: { type: 'string', enum: ['single', 'one_family'], description: descriptionOf(graph, 'WeakGroupReason') },
  };
  return {
    EbvWarning: {
      schema: answerObject(descriptionOf(graph, 'EbvWarning'), warning, ['apiary_name']),
      example: {
        trait: 'honey',
        eval_year: 2024,
        apiary_id: ids.apiary,
        apiary_name: 'Heide',
        records: 1,
        reason: 'single',
        message: 'In 2024, only one colony was tested at this apiary.',
      },
    },
    EbvRunDetail: {
      schema: answerObject('A run with warnings about its data.', {
        ...(run.schema.properties as Properties),
        trait_progress: listOf(
          objectOf(graph, 'EbvTraitProgress', PROGRESS),
          'Progress by trait. Traits are computed one after the other; then the values are stored.',
        ),
        warnings: listOf(
          ref('EbvWarning'),
          'Contemporary groups with almost no information about breeding values, at most 100 for each trait.',
        ),
        ...membersOf(graph, 'EbvRun', { more_warnings: 'moreWarnings' }),
      }),
      example: {
        ...(run.example as object),
        trait_progress: [{ trait: 'honey', progress: 1 }],
        warnings: [],
        more_warnings: 0,
      },
    },
  };
}
