import type { GraphQLSchema } from 'graphql';
import { APIARY_MEMBERS, APIARY_SHAPE, HIVE_MEMBERS, HIVE_SHAPE } from '../../apiaries/apiary.rest.js';
import { RUN_DETAILS, RUN_MEMBERS, RUN_SHAPE } from '../../breeding-values/ebv.rest.js';
import { EVALUATION_MEMBERS, EVALUATION_SHAPE } from '../../evaluations/evaluation.rest.js';
import { TRAITS } from '../../evaluations/trait.rest.js';
import { IMPORT_AFTER, IMPORT_BEFORE, COUNTS } from '../../exchange/import.rest.js';
import { answerObject, listOf, orNull, ref, type Component, type Components } from '../json-schema.js';
import { inputsOf, shapeSchema } from '../inputs.js';
import { membersOf } from '../members.js';
import { apiary, evaluation, f0, hive, ids, instant } from './examples.js';
import { page } from './page.js';

/** Evaluations, and where they were made. */
export function recordComponents(graph: GraphQLSchema): Components {
  const component = (type: string, members: Record<string, string>, example: unknown): Component => ({
    schema: answerObject(graph.getType(type)?.description ?? '', membersOf(graph, type, members)),
    example,
  });
  return {
    Evaluation: component('Evaluation', EVALUATION_MEMBERS, evaluation),
    Apiary: component('Apiary', APIARY_MEMBERS, apiary),
    Hive: component('Hive', HIVE_MEMBERS, hive),
    ...inputsOf(graph, 'Evaluation', EVALUATION_SHAPE, evaluation),
    ...inputsOf(graph, 'Apiary', APIARY_SHAPE, apiary),
    ...inputsOf(graph, 'Hive', HIVE_SHAPE, hive),
  };
}

const run = { id: ids.run, status: 'completed', computed_at: instant, source: 'computed', method: 'honey_bee' };
const value = {
  queen_id: f0.id,
  queen_name: f0.queen_name,
  trait: 'honey',
  entity_type: 'worker',
  raw_value: 2.31,
  normalized_value: 112.4,
  reliability_r2: 0.52,
  run_id: run.id,
};

export function ebvComponents(graph: GraphQLSchema): Components {
  const runMembers = membersOf(graph, 'EbvRun', RUN_MEMBERS);
  const { traits, ...details } = membersOf(graph, 'EbvRun', {
    ...RUN_DETAILS,
    traits: 'traits',
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
  const queenName = { type: 'string', description: 'Her name; left out where the caller may not read queens.' };
  const runOrNull = { ...orNull(ref('EbvRunName')), description: 'The run; null where there is none yet.' };
  return {
    NewEbvRun: {
      schema: shapeSchema(graph, 'EbvRunInput', RUN_SHAPE, false),
      example: {
        traits: ['honey', 'gentleness'],
        base_years: 5,
        parameters: { honey: { worker: 50, queen: 30, covariance: -15, residual: 60 } },
      },
    },
    EbvValue: {
      schema: answerObject(
        'An estimated breeding value of one queen, trait and run.',
        { ...valueMembers, queen_name: queenName },
        ['queen_name'],
      ),
      example: value,
    },
    EbvRunName: { schema: answerObject('A run, where it is only said which.', runMembers), example: run },
    EbvRun: {
      schema: answerObject('A set of breeding values: computed here, or brought from another system.', {
        ...runMembers,
        traits: traits!,
        ...details,
        parameters: {
          ...details.parameters,
          type: ['object', 'string', 'null'],
          additionalProperties: { type: 'object', additionalProperties: { type: 'number' } },
          propertyNames: { enum: Object.keys(TRAITS) },
        },
      }),
      example: {
        ...run,
        traits: ['honey'],
        parameters: { honey: { worker: 50, queen: 30, covariance: -15, residual: 60 } },
        base_years: 5,
        report: null,
        progress: 1,
        error: null,
        created_at: instant,
      },
    },
    LatestEbv: {
      schema: answerObject('Breeding values of the newest completed run.', {
        run: runOrNull,
        data: listOf(ref('EbvValue'), 'The values of this page.'),
        page: ref('Page'),
      }),
      example: { run, data: [value], page },
    },
    QueenEbv: {
      schema: answerObject(
        'Breeding values of one queen.',
        {
          run: { ...runOrNull, description: 'The newest run that has values of hers; null where none has.' },
          runs: listOf(ref('EbvRunName'), 'With `history=true`: every run that has values of hers, the newest first.'),
          data: listOf(ref('EbvValue'), 'The values, by trait.'),
        },
        ['runs'],
      ),
      example: { run, data: [value] },
    },
  };
}

export function importComponents(graph: GraphQLSchema): Components {
  const counts = answerObject('How many rows of each kind.', membersOf(graph, 'ImportCounts', COUNTS));
  const all = membersOf(graph, 'Import', {
    created: 'created',
    updated: 'updated',
    unchanged: 'unchanged',
    columns: 'columns',
    errors: 'errors',
  });
  const counted = (name: string) => ({ ...counts, description: all[name]?.description });
  const members = {
    ...membersOf(graph, 'Import', IMPORT_BEFORE),
    created: counted('created'),
    updated: counted('updated'),
    unchanged: counted('unchanged'),
    columns: all.columns!,
    ...membersOf(graph, 'Import', IMPORT_AFTER),
  };
  const none = Object.fromEntries(Object.keys(COUNTS).map((name) => [name, 0]));
  const example = {
    id: ids.import,
    status: 'completed',
    format: 'table',
    filename: 'queens.csv',
    sheet: null,
    dry_run: false,
    rows: 120,
    done: 120,
    created: { ...none, queens: 118 },
    updated: { ...none, queens: 2 },
    unchanged: none,
    columns: [{ header: 'Name', field: 'queen_name', samples: ['Juno', 'Jutta'] }],
    error_count: 0,
    created_at: instant,
    started_at: instant,
    finished_at: instant,
    undone_at: null,
  };
  return {
    Import: { schema: answerObject('A file on its way in, or that came in.', members), example },
    ImportDetail: {
      schema: answerObject('An import, with the faults found in its rows.', { ...members, errors: all.errors! }),
      example: { ...example, errors: [] },
    },
    Upload: {
      schema: {
        type: 'object',
        description: 'A file, and how to read it.',
        required: ['file'],
        additionalProperties: false,
        properties: {
          file: {
            type: 'string',
            format: 'binary',
            contentMediaType: 'application/octet-stream',
            description: 'CSV, .xlsx, or the ZIP of an export; up to 200 MiB.',
          },
          dry_run: { type: 'boolean', default: false, description: 'Only try what would happen, and write nothing.' },
          mapping: {
            type: 'object',
            additionalProperties: { type: ['string', 'null'] },
            description: 'Header → field name, or null to leave a column out; as JSON.',
          },
          sheet: { type: 'string', description: 'The sheet of a workbook; the first that has a table if absent.' },
          generation: { type: 'string', enum: ['F0', 'F1'], description: 'Of rows that do not say; else F0.' },
        },
      },
    },
  };
}
