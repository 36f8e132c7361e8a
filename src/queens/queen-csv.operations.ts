import type { HandledOperation } from '../rest/operation.js';
import { QUEEN_FILTERS, QUEEN_SORT } from './queen.parameters.js';

/** The lists of queens as tables. */
export const queenCsvOperations = (['F0', 'F1'] as const).map(
  (generation) =>
    ({
      method: 'GET',
      path: `/queens/${generation.toLowerCase()}.csv`,
      id: `list${generation}QueensAsCsv`,
      summary: `${generation} queens as a file of comma-separated values: as filtered and sorted, all of them`,
      parameters: [...QUEEN_FILTERS, QUEEN_SORT],
      needs: { caller: 'session' },
      returns: { media: 'text/csv' },
      generation,
    }) satisfies HandledOperation & { generation: string },
);
