import type { CustomOperation } from '../../rest/operation.js';

export const uploadOperations: CustomOperation[] = [
  {
    method: 'POST',
    path: '/imports',
    id: 'startImport',
    summary: 'Upload a file; a job imports all of it or nothing',
    needs: { requires: { resource: 'queens', level: 'write' } },
    body: { component: 'Upload', media: 'multipart/form-data' },
    idempotent: true,
    returns: { status: 202, data: 'ImportDetail', location: true },
    problems: {
      400: 'if no column identifies queens, `sheet`, `sheets` and `columns` (as in an import) describe the file, so that the client can send a `mapping`.',
      409: '`conflict` if the file is a whole export and the account is not empty, or if the `Idempotency-Key` was used for another file or other fields.',
      403: '`insufficient_permission` also if the file contains evaluations, apiaries, hives or breeding values that the key may not write.',
    },
  },
];
