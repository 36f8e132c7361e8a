import type { CustomOperation } from '../../rest/operation.js';

export const uploadOperations: CustomOperation[] = [
  {
    method: 'POST',
    path: '/imports',
    id: 'startImport',
    summary: 'Upload a file; a job imports either all rows or none',
    needs: { requires: { resource: 'queens', level: 'write' } },
    body: { component: 'Upload', media: 'multipart/form-data' },
    idempotent: true,
    returns: { status: 202, data: 'ImportDetail', location: true },
    problems: {
      400: 'if no column identifies queens, the error has `sheet`, `sheets` and `columns` (as in an import), so that the client can send a `mapping`.',
      409: '`conflict`: the file is a complete export and the account is not empty, or the `Idempotency-Key` was used for another file or other fields.',
      403: '`insufficient_permission`: the key may not write evaluations, apiaries, hives or breeding values that the file contains.',
    },
  },
];
