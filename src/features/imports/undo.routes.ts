import { defineRoute, type Route } from '../../rest/route.js';
import { IMPORT_DETAIL_FIELDS, importBody, type ImportData } from './import.rest.js';

export const undoRoutes: Route[] = [
  defineRoute<{ row: ImportData }>({
    method: 'POST',
    path: '/imports/:id/undo',
    id: 'undoImport',
    summary: 'Undo an import, unless later data or later changes prevent this',
    returns: { data: 'ImportDetail' },
    idempotent: true,
    problems: { 409: '`conflict`: the import cannot be undone; `errors` lists the reasons.' },
    document: `mutation ($id: ID!) { row: undoImport(id: $id) { ${IMPORT_DETAIL_FIELDS} } }`,
    answer: ({ row }) => ({ body: { data: importBody(row) } }),
  }),
  defineRoute<{ row: ImportData }>({
    method: 'POST',
    path: '/imports/placeholders/remove',
    id: 'removePlaceholderQueens',
    summary: 'Remove all placeholder queens; the removal is recorded as an import that can be undone',
    returns: { data: 'ImportDetail' },
    idempotent: true,
    problems: { 409: '`conflict`: there are no placeholder queens to remove.' },
    document: `mutation { row: removePlaceholderQueens { ${IMPORT_DETAIL_FIELDS} } }`,
    answer: ({ row }) => ({ body: { data: importBody(row) } }),
  }),
];
