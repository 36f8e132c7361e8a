import type { CustomOperation } from '../../rest/operation.js';

export const exportOperations: CustomOperation[] = [
  {
    method: 'GET',
    path: '/account/export',
    id: 'exportAccount',
    summary:
      'Download a consistent export of the account: a ZIP file with `queenbook.json` and a CSV file for each table',
    needs: { caller: 'session' },
    returns: { media: 'application/zip' },
  },
];
