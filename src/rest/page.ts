import { MAX_PAGE_ROWS } from '../graphql/max-page-rows.js';
import type { Members } from './members.js';
import type { Parameter } from './parameter-kinds.js';
import type { Answer, RouteInput } from './route.js';

/** The fields of a connection that documents select in addition to the nodes. */
export const PAGE_FIELDS = 'totalCount pageInfo { hasNextPage endCursor }';
/** Variables and arguments of list documents. */
export const PAGE_VARIABLES = '$first: Int!, $after: String, $offset: Int';
export const PAGE_ARGUMENTS = 'first: $first, after: $after, offset: $offset';

export interface ConnectionData<Node> {
  totalCount: number;
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

export const LIMIT: Parameter = {
  name: 'limit',
  description: 'Number of rows on a page.',
  kind: 'integer',
  minimum: 1,
  maximum: MAX_PAGE_ROWS,
  default: '20',
  variable: 'first',
};

export const PAGE_PARAMETERS: readonly Parameter[] = [
  LIMIT,
  {
    name: 'offset',
    description: 'Number of rows to skip. To read a whole list, use `cursor`.',
    kind: 'integer',
    minimum: 0,
    variable: 'offset',
  },
  {
    name: 'cursor',
    description: '`next_cursor` of the previous page. Not allowed with `offset`.',
    kind: 'cursor',
    variable: 'after',
    insteadOf: 'offset',
  },
];

/**
 * The `sort` parameter of a list, with the GraphQL names by REST name.
 * @param toVariable converts to the value of the variable; by default to a list of one sort field
 */
export function sortParameter(
  fields: Members,
  toVariable: (field: string, direction: 'ASC' | 'DESC') => unknown = (field, direction) => [{ field, direction }],
): Parameter {
  const by = (direction: 'ASC' | 'DESC', sign = '') =>
    Object.entries(fields).map(([name, field]) => [sign + name, toVariable(field, direction)]);
  return {
    name: 'sort',
    description:
      'Sort field; a leading `-` sorts in descending order. Rows without a value come last in both directions.',
    kind: 'enum',
    values: Object.fromEntries([...by('ASC'), ...by('DESC', '-')]),
    variable: 'sort',
  };
}

/** A page in REST format. With a cursor, the offset is unknown, and therefore null. */
export function pageAnswer<Node>(
  { totalCount, nodes, pageInfo }: ConnectionData<Node>,
  { query }: RouteInput,
  toRow: (node: Node) => Record<string, unknown>,
  additional: Record<string, unknown> = {},
): Answer {
  const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  const offset = query.cursor === undefined ? (query.offset ?? 0) : null;
  return {
    body: {
      ...additional,
      data: nodes.map(toRow),
      page: { limit: query.limit, offset, total: totalCount, next_cursor: next },
    },
    next,
  };
}
