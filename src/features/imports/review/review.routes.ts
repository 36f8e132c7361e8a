import { listRoute } from '../../../rest/read-routes.js';
import { defineRoute, type Route } from '../../../rest/route.js';
import { IMPORT_DETAIL_FIELDS, importBody, type ImportData } from '../import.rest.js';
import { ImportRowState } from './review.enums.js';
import { DECISIONS_SHAPE, ROW_FIELDS, rowBody, type RowOfImport } from './review.rest.js';

export const reviewRoutes: Route[] = [
  listRoute<RowOfImport>({
    path: '/imports/:id/rows',
    id: 'listImportRows',
    summary: 'List the effects that the import of a checked file would have, row by row',
    kind: 'ImportRow',
    field: 'importRows',
    fields: ROW_FIELDS,
    row: rowBody,
    variables: '$id: ID!',
    arguments: 'importId: $id',
    filter: 'ImportRowFilter',
    parameters: [
      { name: 'state', kind: 'enum', values: ImportRowState, variable: 'filter.state' },
      {
        name: 'doubtful',
        description:
          '`true`: only rows with warnings, except rows in the states `set_aside` and `skipped`. `false`: all other rows.',
        kind: 'boolean',
        variable: 'filter.isDoubtful',
      },
    ],
    // Not cacheable, because a check changes these rows although the account's data do not change.
    cacheable: false,
  }),
  defineRoute<{ row: ImportData & { id: string } }>({
    method: 'POST',
    path: '/imports/:id/decisions',
    id: 'decideImport',
    summary:
      'Leave out rows of a checked file or correct cells; then the file is either checked again in the background or imported',
    returns: { status: 202, data: 'ImportDetail', location: true },
    body: { component: 'ImportDecisions' },
    problems: {
      403: '`insufficient_permission`: the key may not write evaluations, apiaries, hives or breeding values that the file contains; or the decisions change how the file is read, and the key may not read all columns.',
      409: '`conflict`: the file is being checked, was already imported or is no longer stored, or the `Idempotency-Key` was used for a different request.',
    },
    document: `mutation ($id: ID!, $input: ImportDecisionsInput!) {
      row: decideImport(id: $id, input: $input) { id ${IMPORT_DETAIL_FIELDS} } }`,
    shape: DECISIONS_SHAPE,
    answer: ({ row }) => ({ status: 202, location: `/imports/${row.id}`, body: { data: importBody(row) } }),
  }),
];
