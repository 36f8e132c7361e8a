import { detailRoute, listRoute } from '../../rest/read-routes.js';
import { selection, toRest } from '../../rest/members.js';
import { defineRoute, type Route } from '../../rest/route.js';
import { IMPORT_DETAIL_FIELDS, IMPORT_FIELD_MEMBERS, IMPORT_FIELDS, importBody } from './import.rest.js';

/** How an import stands; the upload answers with it too. */
export const importDetail: Route = detailRoute({
  // Progress moves without any of the account's data.
  cacheable: false,
  path: '/imports/:id',
  id: 'getImport',
  summary: 'One import: how far it is, and the faults found in its rows',
  kind: 'ImportDetail',
  field: 'import',
  fields: IMPORT_DETAIL_FIELDS,
  row: importBody,
});

export const importReadRoutes: Route[] = [
  listRoute({
    cacheable: false,
    path: '/imports',
    id: 'listImports',
    summary: 'Imports, the newest first; their faults are in the detail',
    kind: 'Import',
    field: 'imports',
    fields: IMPORT_FIELDS,
    row: importBody,
    parameters: [
      {
        name: 'dry_run',
        description: 'Only dry runs, or only what was to be imported.',
        kind: 'boolean',
        variable: 'filter.dryRun',
      },
    ],
    filter: { type: 'ImportFilter' },
  }),
  defineRoute<{ rows: object[] }>({
    method: 'GET',
    path: '/imports/fields',
    id: 'listImportFields',
    summary: 'The fields that a column of a file can be mapped to',
    returns: { data: 'ImportField', many: 'all' },
    document: `{ rows: importFields { ${selection(IMPORT_FIELD_MEMBERS)} } }`,
    answer: ({ rows }) => ({ body: { data: rows.map((row) => toRest(IMPORT_FIELD_MEMBERS, row)) } }),
  }),
  importDetail,
];
