import type { GraphQLSchema } from 'graphql';
import { APIARY_MEMBERS, APIARY_SHAPE, HIVE_MEMBERS, HIVE_SHAPE } from '../../features/apiaries/apiary.rest.js';
import { EVALUATION_MEMBERS, EVALUATION_SHAPE } from '../../features/evaluations/evaluation.rest.js';
import {
  COLUMN_MEMBERS,
  COUNTS,
  IMPORT_END_MEMBERS,
  IMPORT_MEMBERS,
  IMPORT_FIELD_MEMBERS,
} from '../../features/imports/import.rest.js';
import { DECISIONS_SHAPE, REVIEW_MEMBERS, ROW_MEMBERS } from '../../features/imports/review/review.rest.js';
import { ENCODINGS } from '../../features/imports/reading/encoding.checks.js';
import { answerObject, listOf, type Component, type Components } from '../../openapi/json-schema.js';
import { inputsOf, shapeSchema } from '../../openapi/inputs.js';
import { descriptionOf, membersOf, objectOf } from '../../openapi/members.js';
import { ANSWERS } from '../../features/imports/decisions.checks.js';
import { apiary, evaluation, hive, ids, instant } from './examples.js';

/** Evaluations, apiaries and hives. */
export function recordComponents(graph: GraphQLSchema): Components {
  const component = (type: string, members: Record<string, string>, example: unknown): Component => ({
    schema: objectOf(graph, type, members),
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
  const counts = answerObject('Numbers of rows by kind.', membersOf(graph, 'ImportCounts', COUNTS));
  const all = membersOf(graph, 'Import', {
    created: 'created',
    updated: 'updated',
    unchanged: 'unchanged',
    columns: 'columns',
    errors: 'errors',
    warnings: 'warnings',
    review: 'review',
    left_out: 'leftOut',
    named_only: 'namedOnly',
    choices: 'choices',
  });
  const counted = (name: keyof typeof all) => ({ ...counts, description: all[name].description });
  const members = {
    ...membersOf(graph, 'Import', IMPORT_MEMBERS),
    created: counted('created'),
    updated: counted('updated'),
    unchanged: counted('unchanged'),
    columns: listOf(
      answerObject(
        `${descriptionOf(graph, 'ImportColumn')} Members that the caller may not read are absent.`,
        membersOf(graph, 'ImportColumn', COLUMN_MEMBERS),
        ['samples'],
      ),
      all.columns.description as string,
    ),
    ...membersOf(graph, 'Import', IMPORT_END_MEMBERS),
  };
  const none = Object.fromEntries(Object.keys(COUNTS).map((name) => [name, 0]));
  const example = {
    id: ids.import,
    status: 'completed',
    format: 'table',
    filename: 'queens.csv',
    sheet: null,
    sheets: [],
    encoding: 'utf-8',
    header_row: 1,
    dry_run: false,
    rows: 120,
    done: 120,
    created: { ...none, queens: 118 },
    updated: { ...none, queens: 2 },
    unchanged: none,
    columns: [{ header: 'Name', field: 'queen_name', samples: ['Juno', 'Jutta'] }],
    error_count: 0,
    warning_count: 0,
    created_at: instant,
    started_at: instant,
    finished_at: instant,
    undone_at: null,
  };
  return {
    Import: { schema: answerObject('An import of a file.', members), example },
    ImportDetail: {
      schema: answerObject('An import with the errors and warnings about its rows.', {
        ...members,
        choices: all.choices,
        review: {
          ...answerObject('', membersOf(graph, 'ImportReview', REVIEW_MEMBERS)),
          type: ['object', 'null'],
          description: all.review.description,
        },
        left_out: all.left_out,
        named_only: all.named_only,
        errors: all.errors,
        warnings: all.warnings,
      }),
      example: {
        ...example,
        choices: null,
        review: null,
        left_out: { rows: 0, faulty: 0 },
        named_only: { count: 1, queens: [{ called: 'Juno', row: 3, column: 'Mutter' }] },
        errors: [],
        warnings: [],
      },
    },
    ImportRow: {
      schema: objectOf(graph, 'ImportRow', {
        ...ROW_MEMBERS,
        changes: 'changes',
        errors: 'errors',
        warnings: 'warnings',
      }),
      example: {
        row: 2,
        state: 'new',
        doubtful: false,
        queen_id: null,
        found_by: null,
        name: 'Juno',
        identifier: 'DE-7-75-12-2023',
        cells: { Name: 'Juno', Nummer: 'DE-7-75-12-2023', Schlupf: '2032' },
        corrections: { Schlupf: '2023' },
        changes: [{ record: 'queen', member: 'birth_date', from: null, to: '2023' }],
        errors: [],
        warnings: [],
      },
    },
    ImportDecisions: {
      schema: shapeSchema(graph, 'ImportDecisionsInput', DECISIONS_SHAPE, true),
      example: {
        rows: [
          { row: 2, cells: { Schlupf: '2023' } },
          { row: 7, skip: true },
        ],
        dry_run: true,
      },
    },
    ImportField: {
      schema: objectOf(graph, 'ImportField', IMPORT_FIELD_MEMBERS),
      example: {
        name: 'birth_date',
        alias: null,
        group: 'queen',
        title: 'Born',
        description: 'Date of emergence, or only the year.',
        headers: ['birth_date', 'born', 'Schlupf'],
      },
    },
    Upload: {
      schema: {
        type: 'object',
        description: 'A file and the options for reading it.',
        required: ['file'],
        additionalProperties: false,
        properties: {
          file: {
            type: 'string',
            format: 'binary',
            contentMediaType: 'application/octet-stream',
            description: 'File to import: CSV, .xlsx, .ods, or the ZIP file of an export; up to 200 MiB.',
          },
          dry_run: {
            type: 'boolean',
            default: false,
            description: 'Whether to validate the file without writing anything.',
          },
          mapping: {
            type: 'object',
            additionalProperties: { type: ['string', 'null'] },
            description:
              'JSON object that maps headers to field names (`GET /imports/fields`), or to null to ignore a column.',
          },
          sheet: { type: 'string', description: 'Sheet of a workbook. Default: the first sheet with a table.' },
          generation: {
            type: 'string',
            enum: ['F0', 'F1'],
            description:
              'Generation of rows that do not state it. Default: F0. Not used for Datenimport, Stockkarten and Zuchtwerte.',
          },
          eval_year: {
            type: 'integer',
            description: 'Season of test results in rows without a year. Not used for Datenimport and Stockkarten.',
          },
          encoding: {
            type: 'string',
            description: `Text encoding of a CSV file. Set it if the detected encoding is wrong: ${ENCODINGS.join(', ')}.`,
          },
          decisions: {
            description:
              'Decisions about identifiers that seem to belong to two queens, either in the file alone or in the file and the account together. `same`: the rows describe the same queen. `another`: they describe another queen. The value is one decision for all identifiers, or a JSON object that maps each identifier to a decision. The member `*` is the decision for all other identifiers.',
            anyOf: [
              { type: 'string', enum: [...ANSWERS] },
              { type: 'object', additionalProperties: { type: 'string', enum: [...ANSWERS] } },
            ],
          },
        },
      },
    },
  };
}
