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
  /** True if absent; see `Route`. */
  cacheable?: boolean;
}

interface ListRouteOptions<Row> extends ReadRouteOptions<Row> {
  /** Parameters besides those of paging. Parameters for `filter` and `sort` need the type of that variable. */
  parameters?: readonly Parameter[];
  filter?: { type: string; fixed?: Record<string, unknown> };
  sort?: string;
  /** Further variables of the document, the arguments that they set, and fixed values of them. */
  variables?: string;
  arguments?: string;
  fixed?: Record<string, unknown>;
}

/** A list route over a connection. */
export function listRoute<Row>({
  path,
  id,
  summary,
  kind,
  field,
  fields,
  row,
  parameters = [],
  filter,
  sort,
  variables,
  arguments: further,
  fixed = filter?.fixed && { filter: filter.fixed },
  cacheable = true,
}: ListRouteOptions<Row>): Route {
  const types = [PAGE_VARIABLES, filter && `$filter: ${filter.type}`, sort && `$sort: ${sort}`, variables].filter(
    Boolean,
  );
  const given = [PAGE_ARGUMENTS, filter && 'filter: $filter', sort && 'sort: $sort', further].filter(Boolean);
  return defineRoute<{ list: ConnectionData<Row> }>({
    method: 'GET',
    path,
    id,
    summary,
    returns: { data: kind, many: 'page' },
    document: `query (${types.join(', ')}) { list: ${field}(${given.join(', ')}) { ${PAGE_FIELDS} nodes { ${fields} } } }`,
    parameters: [...PAGE_PARAMETERS, ...parameters],
    fixed,
    cacheable,
    answer: ({ list }, input) => pageAnswer(list, input, row),
  });
}

interface DetailRouteOptions<Row> extends ReadRouteOptions<Row> {
  /** The noun in errors, if not the root field. */
  noun?: string;
  /** Whether the row is of the kind in the path. */
  matches?: (row: Row) => boolean;
}

/** A route for one row by its id; 404 if it does not exist. */
export function detailRoute<Row>({
  path,
  id,
  summary,
  kind,
  field,
  fields,
  row,
  noun = field,
  matches = () => true,
  cacheable = true,
}: DetailRouteOptions<Row>): Route {
  return defineRoute<{ row: Row | null }>({
    method: 'GET',
    path,
    id,
    summary,
    returns: { data: kind },
    document: `query ($id: ID!) { row: ${field}(id: $id) { ${fields} } }`,
    cacheable,
    answer({ row: found }) {
      if (!found || !matches(found)) throw notFound(noun);
      return { body: { data: row(found) } };
    },
  });
}
