import { detailRoute, listRoute } from '../../rest/read-routes.js';
import { selection, toRest } from '../../rest/members.js';
import { defineRoute, type Route } from '../../rest/route.js';
import { IMPORT_DETAIL_FIELDS, IMPORT_FIELD_MEMBERS, IMPORT_FIELDS, importBody } from './import.rest.js';

/** Route of a single import. The response to an upload has the same form. */
export const importDetail: Route = detailRoute({
  // Not cacheable, because the progress changes although the account's data do not change.
  cacheable: false,
  path: '/imports/:id',
  id: 'getImport',
  summary: 'Get an import with its progress, errors and warnings',
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
    summary: 'List imports, newest first, without their errors and warnings',
    kind: 'Import',
    field: 'imports',
    fields: IMPORT_FIELDS,
    row: importBody,
    parameters: [
      {
        name: 'dry_run',
        description: '`true`: only dry runs. `false`: no dry runs.',
        kind: 'boolean',
        variable: 'filter.dryRun',
      },
    ],
    filter: 'ImportFilter',
  }),
  defineRoute<{ rows: object[] }>({
    method: 'GET',
    path: '/imports/fields',
    id: 'listImportFields',
    summary: 'List the fields that a column of a file can be mapped to',
    returns: { data: 'ImportField', many: 'all' },
    document: `{ rows: importFields { ${selection(IMPORT_FIELD_MEMBERS)} } }`,
    answer: ({ rows }) => ({ body: { data: rows.map((row) => toRest(IMPORT_FIELD_MEMBERS, row)) } }),
  }),
  importDetail,
];
