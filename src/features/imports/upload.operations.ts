import type { HandledOperation } from '../../rest/operation.js';

export const uploadOperations: HandledOperation[] = [
  {
    method: 'POST',
    path: '/imports',
    id: 'startImport',
    summary: 'Takes in a file; a job does the rest, all of it or nothing',
    needs: { requires: { resource: 'queens', level: 'write' } },
    body: { component: 'Upload', media: 'multipart/form-data' },
    idempotent: true,
    returns: { status: 202, data: 'ImportDetail', location: true },
    problems: {
      400: 'where no column is known to name a queen, `sheet`, `sheets` and `columns` tell what stands in the file, so that a `mapping` can be made; they are as in an import.',
      409: '`conflict` where the file is a whole export and the account is not empty, or the `Idempotency-Key` came with another file or other fields.',
      403: '`insufficient_permission` too where the file brings evaluations, apiaries, hives or breeding values that a key may not write.',
    },
  },
];
