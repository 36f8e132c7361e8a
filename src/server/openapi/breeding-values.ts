import type { GraphQLSchema } from 'graphql';
import {
  CONTRIBUTION_MEMBERS,
  PUBLISHED_MEMBERS,
  RUN_DETAILS,
  RUN_MEMBERS,
  RUN_SHAPE,
} from '../../features/breeding-values/ebv.rest.js';
import { TRAIT_WORDS } from '../../core/traits.js';
import { answerObject, listOf, orNull, ref, refOrNull, type Components } from '../../openapi/json-schema.js';
import { shapeSchema } from '../../openapi/inputs.js';
import { membersOf, objectOf } from '../../openapi/members.js';
import { f0, instant, run, value } from './examples.js';
import { page } from '../../openapi/common.js';

/** The run of an answer with breeding values. */
export const RUN_OR_NULL = refOrNull('EbvRunName', 'Run that produced the values; null if no run is completed.');

const named = {
  queen_id: f0.id,
  queen_name: f0.queen_name,
  trait: 'honey',
  entity_type: 'worker',
  ...value,
  run_id: run.id,
};

export function ebvComponents(graph: GraphQLSchema) {
  const runMembers = membersOf(graph, 'EbvRun', RUN_MEMBERS);
  const { traits, ...details } = membersOf(graph, 'EbvRun', {
    ...RUN_DETAILS,
    traits: 'traits',
    drone_groups: 'droneGroups',
    parameters: 'parameters',
  });
  const valueMembers = membersOf(graph, 'BreedingValue', {
    queen_id: 'queenId',
    trait: 'trait',
    entity_type: 'entityType',
    raw_value: 'raw',
    normalized_value: 'normalized',
    reliability_r2: 'reliability',
    run_id: 'runId',
  });
  const queenName = { type: 'string', description: 'Name of the queen. Absent if the caller may not read queens.' };
  return {
    NewEbvRun: {
      schema: shapeSchema(graph, 'EbvRunInput', RUN_SHAPE, false),
      example: {
        traits: ['honey', 'gentleness'],
        base_years: 5,
        drone_groups: 'by_year',
        validation_seasons: 2,
        parameters: { honey: { worker: 50, queen: 30, covariance: -15, residual: 60 } },
      },
    },
    EbvValue: {
      schema: answerObject(
        'An estimated breeding value (EBV) of one queen, trait and run.',
        { ...valueMembers, queen_name: queenName },
        ['queen_name'],
      ),
      example: named,
    },
    QueenEbvValue: {
      schema: answerObject(
        'An estimated breeding value of a queen with its contributions.',
        {
          ...valueMembers,
          queen_name: queenName,
          pieces: orNull(objectOf(graph, 'BreedingValuePieces', CONTRIBUTION_MEMBERS)),
        },
        ['queen_name'],
      ),
      example: {
        ...named,
        entity_type: 'queen',
        pieces: { parent_average: 108.1, family: 0.9, own_test: 2.6, offspring: 0.8 },
      },
    },
    PublishedParameters: {
      schema: objectOf(graph, 'PublishedParameters', { trait: 'trait', ...PUBLISHED_MEMBERS }),
      example: {
        trait: 'honey',
        unit: 'kg',
        worker: 81.17,
        queen: 15,
        covariance: -17.45,
        residual: 76.45,
        source: 'Bienefeld & Pirchner (1990, Apidologie 21:175)',
      },
    },
    EbvRunName: {
      schema: answerObject('Id, status, time of completion, source and method of a run.', runMembers),
      example: run,
    },
    EbvRun: {
      schema: answerObject(
        'A run: one set of breeding values, computed by the service or imported from another system.',
        {
          ...runMembers,
          traits,
          ...details,
          parameters: {
            ...details.parameters,
            type: ['object', 'string', 'null'],
            additionalProperties: { type: 'object', additionalProperties: { type: 'number' } },
            propertyNames: { enum: Object.keys(TRAIT_WORDS) },
          },
        },
      ),
      example: {
        ...run,
        traits: ['honey'],
        parameters: { honey: { worker: 50, queen: 30, covariance: -15, residual: 60 } },
        base_years: 5,
        drone_groups: 'by_year',
        validation_seasons: 2,
        report: null,
        fingerprint: '9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab',
        progress: 1,
        error: null,
        created_at: instant,
      },
    },
    LatestEbv: {
      schema: answerObject(
        'Breeding values of the newest completed run. Pages that are read by cursor use the run of the first page.',
        {
          run: RUN_OR_NULL,
          data: listOf(ref('EbvValue'), 'Values of this page.'),
          page: ref('Page'),
        },
      ),
      example: { run, data: [named], page },
    },
    QueenEbv: {
      schema: answerObject(
        'Breeding values of one queen.',
        {
          run: refOrNull(
            'EbvRunName',
            'Newest completed run; null if it has no values of the queen. With `history=true`: newest run with values of the queen; null if there is none.',
          ),
          runs: listOf(ref('EbvRunName'), 'With `history=true`: all runs with values of the queen, newest first.'),
          data: listOf(ref('QueenEbvValue'), 'Values, sorted by trait. With `history=true`, the newest run is first.'),
        },
        ['runs'],
      ),
      example: { run, data: [{ ...named, pieces: null }] },
    },
  } satisfies Components;
}
