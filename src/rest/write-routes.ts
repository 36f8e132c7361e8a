import type { BodyShape } from './body-shape.js';
import { inverse } from './members.js';
import { defineRoute, type Route } from './route.js';

interface Writing<Row> {
  path: string;
  id: string;
  summary: string;
  /** The component of the OpenAPI document that the answer is, and the one that a row of the body is. */
  kind: string;
  takes: string;
  /** The mutation. */
  field: string;
  /** What is asked of the row that was written, and how it is shown: as its GET does, so that it bears the same tag. */
  fields: string;
  row: (row: Row) => Record<string, unknown>;
  /** The type of the mutation's input. */
  input: string;
  shape: BodyShape;
  /** Arguments besides, such as `generation: F0`. */
  besides?: string;
}

interface Named {
  id: string;
}

const TAKEN = {
  409: '`conflict`: a unique value is taken by another row, or the `Idempotency-Key` was used for a different request. `errors` lists the conflicts.',
};

/** What all routes that take a row have alike. */
const taking = <Row>({ path, id, summary, takes, shape }: Writing<Row>) => ({
  path,
  id,
  summary,
  body: { takes },
  shape,
  names: inverse(shape.members),
});

/** Makes a row: 201 with its address. */
export function createRoute<Row>(writing: Writing<Row>): Route {
  const { path, kind, field, fields, row, input } = writing;
  return defineRoute<{ row: Row & Named }>({
    method: 'POST',
    ...taking(writing),
    returns: { status: 201, data: kind, location: true, tagged: true },
    problems: TAKEN,
    document: `mutation ($input: ${input}!) { row: ${field}(input: $input) { ${withId(fields)} } }`,
    answer: ({ row: made }) => ({
      status: 201,
      location: `${path}/${made.id}`,
      body: { data: row(made) },
      tagged: true,
    }),
  });
}

/** Makes up to 1,000 rows of a bare array: all of them, or none. */
export function bulkRoute<Row>(writing: Writing<Row>): Route {
  const { path, kind, field, fields, row, input, shape } = writing;
  return defineRoute<{ rows: Row[] }>({
    method: 'POST',
    ...taking(writing),
    path: `${path}/bulk`,
    returns: { status: 201, data: kind, many: 'all' },
    problems: TAKEN,
    document: `mutation ($inputs: [${input}!]!) { rows: ${field}(inputs: $inputs) { ${fields} } }`,
    body: { takes: writing.takes, allowArray: true },
    shape: { ...shape, list: true },
    answer: ({ rows }) => ({ status: 201, body: { data: rows.map(row) } }),
  });
}

/** Changes the members that are given. `path` ends in `/:id`. */
export function updateRoute<Row>(writing: Writing<Row>): Route {
  const { kind, field, fields, row, input, besides } = writing;
  return defineRoute<{ row: Row }>({
    method: 'PUT',
    ...taking(writing),
    returns: { data: kind, tagged: true },
    problems: { 409: '`conflict`: a unique value is taken by another row. `errors` lists the conflicts.' },
    document: `mutation ($id: ID!, $input: ${input}!) {
      row: ${field}(${['id: $id', 'input: $input', besides].filter(Boolean).join(', ')}) { ${fields} } }`,
    answer: ({ row: changed }) => ({ body: { data: row(changed) }, tagged: true }),
  });
}

interface Deleting extends Pick<Writing<never>, 'path' | 'id' | 'summary' | 'field' | 'besides'> {
  /** Why it may not be, after "`conflict`:". */
  refused?: string;
}

/** Deletes a row: 204. */
export function deleteRoute({
  path,
  id,
  summary,
  field,
  besides,
  refused = 'other rows refer to it. `errors` lists them.',
}: Deleting): Route {
  return defineRoute({
    method: 'DELETE',
    path,
    id,
    summary,
    returns: { status: 204 },
    problems: { 409: `\`conflict\`: ${refused}` },
    document: `mutation ($id: ID!) { ${field}(${['id: $id', besides].filter(Boolean).join(', ')}) { id } }`,
    answer: () => ({ status: 204 }),
  });
}

interface Kind<Row> extends Pick<Writing<Row>, 'path' | 'fields' | 'row' | 'shape'> {
  /** As its type is called in the schema, and several of it; and in a sentence. */
  noun: string;
  plural: string;
  title: string;
}

/** All that writes rows of a kind: one, many at once, change, delete. */
export function writeRoutes<Row>({ path, noun, plural, title, fields, row, shape }: Kind<Row>): Route[] {
  const written = { kind: noun, takes: `New${noun}`, fields, row, shape, input: `${noun}Input` };
  return [
    createRoute({ ...written, path, id: `create${noun}`, summary: `Create ${title}`, field: `create${noun}` }),
    bulkRoute({
      ...written,
      path,
      id: `create${plural}`,
      summary: `Create up to 1,000 ${plural.toLowerCase()}, all or none`,
      field: `create${plural}`,
    }),
    updateRoute({
      ...written,
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
