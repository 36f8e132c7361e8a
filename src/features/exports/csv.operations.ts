import type { CustomOperation } from '../../rest/operation.js';
import type { Parameter } from '../../rest/parameter-kinds.js';
import { RANKING } from '../breeding-values/ranking/ranking.parameters.js';
import { QUEEN_LIST } from '../queen-list/queen-list.parameters.js';

const DECIMAL_SIGN: Parameter = {
  name: 'decimal_sign',
  description:
    'The decimal sign of numbers. With `comma`, semicolons separate the columns, as spreadsheets in German, French, Italian and Polish expect.',
  kind: 'enum',
  values: { point: 'point', comma: 'comma' },
  default: 'point',
};

/** Operations that return lists of queens as CSV. */
export const queenCsvOperations = (
  [
    ['F0', 'F0 queens'],
    ['F1', 'F1 queens'],
    ['all', 'queens of both generations'],
  ] as const
).map(
  ([list, title]) =>
    ({
      method: 'GET',
      path: `/queens/${list.toLowerCase()}.csv`,
      id: list === 'all' ? 'listQueensAsCsv' : `list${list}QueensAsCsv`,
      summary: `Download ${title} as CSV: all matching rows`,
      parameters: [...QUEEN_LIST.parameters, DECIMAL_SIGN],
      needs: { caller: 'session' },
      returns: { media: 'text/csv' },
      generation: list === 'all' ? null : list,
    }) satisfies CustomOperation & { generation: string | null },
);

/** Operation that returns the ranking as CSV. */
export const rankingCsvOperation: CustomOperation = {
  method: 'GET',
  path: '/ebv/ranking.csv',
  id: 'listEbvRankingAsCsv',
  summary: 'Download the ranking as CSV: all ranked queens',
  parameters: [...RANKING.parameters, DECIMAL_SIGN],
  needs: { caller: 'session' },
  returns: { media: 'text/csv' },
};
