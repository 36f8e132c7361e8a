import { notFound } from '../core/errors.js';
import {
  PAGE_ARGUMENTS,
  PAGE_FIELDS,
  PAGE_PARAMETERS,
  PAGE_VARIABLES,
  pageAnswer,
  type ConnectionData,
} from './page.js';
import type { Parameter } from './parameter-kinds.js';
import { defineRoute, type Route } from './route.js';

interface ReadRouteOptions<Row> {
  path: string;
  id: string;
  summary: string;
  /** The OpenAPI component of a row. */
  kind: string;
  /** The root field in GraphQL. */
  field: string;
  /** The selected fields of each row. */
  fields: string;
  row: (row: Row) => Record<string, unknown>;
  /** See `Route`; true if absent. */
  cacheable?: boolean;
}

interface ListRouteOptions<Row> extends ReadRouteOptions<Row> {
  /**
   * Parameters in addition to the parameters of paging. If a parameter sets the variable `$filter` or `$sort`, the
   * option `filter` or `sort` must state the type of this variable.
   */
  parameters?: readonly Parameter[];
  filter?: string;
  sort?: string;
  /**
   * Further variables of the document. `arguments` contains the arguments that these variables set. `fixed` contains
   * the values of variables that are always the same.
   */
  variables?: string;
  arguments?: string;
  fixed?: Record<string, unknown>;
}

/** A route that lists the rows of a connection. */
export function listRoute<Row>({
  kind,
  field,
  fields,
  row,
  parameters = [],
  filter,
  sort,
  variables,
  arguments: further,
  cacheable = true,
  ...operation
}: ListRouteOptions<Row>): Route {
  const types = [PAGE_VARIABLES, filter && `$filter: ${filter}`, sort && `$sort: ${sort}`, variables].filter(Boolean);
  const args = [PAGE_ARGUMENTS, filter && 'filter: $filter', sort && 'sort: $sort', further].filter(Boolean);
  return defineRoute<{ list: ConnectionData<Row> }>({
    ...operation,
    method: 'GET',
    returns: { data: kind, many: 'page' },
    document: `query (${types.join(', ')}) { list: ${field}(${args.join(', ')}) { ${PAGE_FIELDS} nodes { ${fields} } } }`,
    parameters: [...PAGE_PARAMETERS, ...parameters],
    cacheable,
    answer: ({ list }, input) => pageAnswer(list, input, row),
  });
}

interface DetailRouteOptions<Row> extends ReadRouteOptions<Row> {
  /** The noun in errors; the name of the root field if absent. */
  noun?: string;
  /** Whether the row has the kind that the path names. */
  matches?: (row: Row) => boolean;
  parameters?: readonly Parameter[];
  problems?: Route['problems'];
  /** Variables of the document, and the arguments of the root field that they set. Default: the id. */
  variables?: string;
  arguments?: string;
}

/** A route for one row, usually by its id; 404 if it does not exist. */
export function detailRoute<Row>({
  kind,
  field,
  fields,
  row,
  noun = field,
  matches = () => true,
  variables = '$id: ID!',
  arguments: args = 'id: $id',
  cacheable = true,
  ...operation
}: DetailRouteOptions<Row>): Route {
  return defineRoute<{ row: Row | null }>({
    ...operation,
    method: 'GET',
    returns: { data: kind },
    document: `query (${variables}) { row: ${field}(${args}) { ${fields} } }`,
    cacheable,
    answer({ row: found }) {
      if (!found || !matches(found)) throw notFound(noun);
      return { body: { data: row(found) } };
    },
  });
}
