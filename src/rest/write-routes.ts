import type { BodyShape } from './body-shape.js';
import { defineRoute, type Route } from './route.js';

interface WriteRouteOptions<Row> {
  path: string;
  id: string;
  summary: string;
  /** The OpenAPI component of the response. `takes` is the component of a row in the body. */
  kind: string;
  takes: string;
  /** The name of the mutation. */
  field: string;
  /**
   * The selected fields of the written row and its REST format. The fields and the format must be the same as in the
   * row's GET, so that the write and the GET return the same tag.
   */
  fields: string;
  row: (row: Row) => Record<string, unknown>;
  /** The input type of the mutation. */
  input: string;
  shape: BodyShape;
  /** Further arguments, such as `generation: F0`. */
  extraArguments?: string;
}

interface Named {
  id: string;
}

const CONFLICT_PROBLEM = {
  409: '`conflict`: another row already has the same unique value, or the `Idempotency-Key` was used for a different request. `errors` lists the conflicts.',
};

/** The properties that are the same in all routes with a row in the body. */
const commonMembers = <Row>({ path, id, summary, takes, shape }: WriteRouteOptions<Row>) => ({
  path,
  id,
  summary,
  body: { component: takes },
  shape,
});

/** A route that creates a row, and responds with 201 and `Location`. */
export function createRoute<Row>(writing: WriteRouteOptions<Row>): Route {
  const { path, kind, field, fields, row, input } = writing;
  return defineRoute<{ row: Row & Named }>({
    method: 'POST',
    ...commonMembers(writing),
    returns: { status: 201, data: kind, location: true, tagged: true },
    problems: CONFLICT_PROBLEM,
    document: `mutation ($input: ${input}!) { row: ${field}(input: $input) { ${withId(fields)} } }`,
    answer: ({ row: created }) => ({
      status: 201,
      location: `${path}/${created.id}`,
      body: { data: row(created) },
      tagged: true,
    }),
  });
}

/** A route that creates up to 1,000 rows from an array. If one row is invalid, no row is created. */
export function bulkRoute<Row>(writing: WriteRouteOptions<Row>): Route {
  const { path, kind, field, fields, row, input, shape } = writing;
  return defineRoute<{ rows: Row[] }>({
    method: 'POST',
    ...commonMembers(writing),
    path: `${path}/bulk`,
    returns: { status: 201, data: kind, many: 'all' },
    problems: CONFLICT_PROBLEM,
    document: `mutation ($inputs: [${input}!]!) { rows: ${field}(inputs: $inputs) { ${fields} } }`,
    body: { component: writing.takes, allowArray: true },
    shape: { ...shape, list: true },
    answer: ({ rows }) => ({ status: 201, body: { data: rows.map(row) } }),
  });
}

/** A route that changes the members in the body. `path` ends in `/:id`. */
export function updateRoute<Row>(writing: WriteRouteOptions<Row>): Route {
  const { kind, field, fields, row, input, extraArguments } = writing;
  return defineRoute<{ row: Row }>({
    method: 'PUT',
    ...commonMembers(writing),
    returns: { data: kind, tagged: true },
    problems: { 409: '`conflict`: another row already has the same unique value. `errors` lists the conflicts.' },
    document: `mutation ($id: ID!, $input: ${input}!) {
      row: ${field}(${['id: $id', 'input: $input', extraArguments].filter(Boolean).join(', ')}) { ${fields} } }`,
    answer: ({ row: changed }) => ({ body: { data: row(changed) }, tagged: true }),
  });
}

interface DeleteRouteOptions extends Pick<
  WriteRouteOptions<never>,
  'path' | 'id' | 'summary' | 'field' | 'extraArguments'
> {
  /** The reason for 409; follows "`conflict`:" in the documentation. */
  conflictReason?: string;
}

/** A route that deletes a row, and responds with 204. */
export function deleteRoute({
  path,
  id,
  summary,
  field,
  extraArguments,
  conflictReason = 'other rows refer to it. `errors` lists them.',
}: DeleteRouteOptions): Route {
  return defineRoute({
    method: 'DELETE',
    path,
    id,
    summary,
    returns: { status: 204 },
    problems: { 409: `\`conflict\`: ${conflictReason}` },
    document: `mutation ($id: ID!) { ${field}(${['id: $id', extraArguments].filter(Boolean).join(', ')}) { id } }`,
    answer: () => ({ status: 204 }),
  });
}

interface RowKind<Row> extends Pick<WriteRouteOptions<Row>, 'path' | 'fields' | 'row' | 'shape'> {
  /**
   * The name of the type in the schema. `plural` is the plural of this name, and `title` is the name with its article,
   * for summaries: `an apiary`.
   */
  noun: string;
  plural: string;
  title: string;
}

/** The routes that write rows of a kind: create, create many, update, delete. */
export function writeRoutes<Row>({ path, noun, plural, title, fields, row, shape }: RowKind<Row>): Route[] {
  const common = { kind: noun, takes: `New${noun}`, fields, row, shape, input: `${noun}Input` };
  return [
    createRoute({ ...common, path, id: `create${noun}`, summary: `Create ${title}`, field: `create${noun}` }),
    bulkRoute({
      ...common,
      path,
      id: `create${plural}`,
      summary: `Create up to 1,000 ${plural.toLowerCase()}, all or none`,
      field: `create${plural}`,
    }),
    updateRoute({
      ...common,
      path: `${path}/:id`,
      id: `update${noun}`,
      takes: `${noun}Change`,
      summary: `Update ${title}`,
      field: `update${noun}`,
    }),
    deleteRoute({
      path: `${path}/:id`,
      id: `delete${noun}`,
      summary: `Delete ${title} that no row refers to`,
      field: `delete${noun}`,
    }),
  ];
}

const withId = (fields: string) => (/^\s*id\b/.test(fields) ? fields : `id ${fields}`);
