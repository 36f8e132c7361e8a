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

interface Reading<Row> {
  path: string;
  id: string;
  summary: string;
  /** The component of the OpenAPI document that a row is. */
  kind: string;
  /** The root field of the schema. */
  field: string;
  /** What is asked of each row. */
  fields: string;
  row: (row: Row) => Record<string, unknown>;
  /** True if absent; see `Route`. */
  cacheable?: boolean;
}

interface Listing<Row> extends Reading<Row> {
  /** Besides those of paging. Those that go to `filter` and `sort` need the type of that variable. */
  parameters?: readonly Parameter[];
  filter?: { type: string; fixed?: Record<string, unknown> };
  sort?: string;
}

/** A list: a connection of the schema, page by page. */
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
  cacheable = true,
}: Listing<Row>): Route {
  const types = [PAGE_VARIABLES, filter && `$filter: ${filter.type}`, sort && `$sort: ${sort}`].filter(Boolean);
  const given = [PAGE_ARGUMENTS, filter && 'filter: $filter', sort && 'sort: $sort'].filter(Boolean);
  return defineRoute<{ list: ConnectionData<Row> }>({
    method: 'GET',
    path,
    id,
    summary,
    returns: { data: kind, many: 'page' },
    document: `query (${types.join(', ')}) { list: ${field}(${given.join(', ')}) { ${PAGE_FIELDS} nodes { ${fields} } } }`,
    parameters: [...PAGE_PARAMETERS, ...parameters],
    fixed: filter?.fixed && { filter: filter.fixed },
    cacheable,
    answer: ({ list }, input) => pageAnswer(list, input, row),
  });
}

interface Detail<Row> extends Reading<Row> {
  /** What an error calls it, where that is not the root field. */
  called?: string;
  /** Whether a row that is there is of the kind that the path names. */
  is?: (row: Row) => boolean;
}

/** One row by its id; 404 where there is none. */
export function detailRoute<Row>({
  path,
  id,
  summary,
  kind,
  field,
  fields,
  row,
  called = field,
  is = () => true,
  cacheable = true,
}: Detail<Row>): Route {
  return defineRoute<{ row: Row | null }>({
    method: 'GET',
    path,
    id,
    summary,
    returns: { data: kind },
    document: `query ($id: ID!) { row: ${field}(id: $id) { ${fields} } }`,
    cacheable,
    answer({ row: found }) {
      if (!found || !is(found)) throw notFound(called);
      return { body: { data: row(found) } };
    },
  });
}
