import type { HandledOperation } from '../../rest/operation.js';

export const exportOperations: HandledOperation[] = [
  {
    method: 'GET',
    path: '/account/export',
    id: 'exportAccount',
    summary: 'Everything of the account as it is at one moment: a ZIP with `queenbook.json` and a CSV per table',
    needs: { caller: 'session' },
    returns: { media: 'application/zip' },
  },
];
