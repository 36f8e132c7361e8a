import type { GraphQLSchema } from 'graphql';
import { APIARY_MEMBERS, APIARY_SHAPE, HIVE_MEMBERS, HIVE_SHAPE } from '../../apiaries/apiary.rest.js';
import { EVALUATION_MEMBERS, EVALUATION_SHAPE } from '../../evaluations/evaluation.rest.js';
import { IMPORT_AFTER, IMPORT_BEFORE, IMPORT_FIELD_MEMBERS, COUNTS } from '../../exchange/import.rest.js';
import { answerObject, type Component, type Components } from '../json-schema.js';
import { inputsOf } from '../inputs.js';
import { membersOf } from '../members.js';
import { apiary, evaluation, hive, ids, instant } from './examples.js';

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
    sheets: [],
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
    ImportField: {
      schema: answerObject(
        graph.getType('ImportField')?.description ?? '',
        membersOf(graph, 'ImportField', IMPORT_FIELD_MEMBERS),
      ),
      example: {
        name: 'birth_date',
        alias: null,
        group: 'queen',
        title: 'Born',
        description: 'When she hatched: a day, or the year alone.',
        headers: ['birth_date', 'born', 'Schlupf'],
      },
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
            description: 'Header → field name (`GET /imports/fields`), or null to leave a column out; as JSON.',
          },
          sheet: { type: 'string', description: 'The sheet of a workbook; the first that has a table if absent.' },
          generation: { type: 'string', enum: ['F0', 'F1'], description: 'Of rows that do not say; else F0.' },
        },
      },
    },
  };
}
