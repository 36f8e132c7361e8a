import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { routes } from '../../src/server/routes.js';
import type { Parameter } from '../../src/rest/parameter-kinds.js';
import { buildGuardedSchema } from '../../src/server/schema.js';
import { faults, type TestResponse, type Client } from '../support/client.js';

/** The parameters of a request for a page of a list. */
export interface PageRequest {
  /** Values by filter name. */
  filters?: Readonly<Record<string, unknown>>;
  sort?: unknown;
  cursor?: string;
  limit?: number;
}

export interface PageResponse {
  status: number;
  /**
   * The cursors of the page: of each row in GraphQL, or of the next page in REST; then the cursor for later changes, if
   * the list has such a cursor.
   */
  cursors: string[];
  /** Names of the parameters or arguments that the response rejects. */
  faults: string[];
}

/** A list that is paged by cursor. */
export interface List {
  name: string;
  /** The name of the cursor parameter. */
  cursor: string;
  /** Valid values by filter name. */
  filters: ReadonlyMap<string, readonly unknown[]>;
  /** Values of `sort`; undefined for the default order. */
  sorts: readonly unknown[];
  read(client: Client, request: PageRequest): Promise<PageResponse>;
}

const RESERVED = ['limit', 'first', 'offset', 'cursor', 'after', 'sort'];

/**
 * Returns every list of REST and GraphQL, from the route table and the schema.
 * @param ids values for filters by UUID
 * @param importId the import of the listed rows
 */
export async function everyList(ids: readonly string[], importId: string): Promise<List[]> {
  return [...restLists(ids, importId), ...(await graphqlLists(ids, importId))];
}

function restLists(ids: readonly string[], importId: string): List[] {
  return routes.flatMap(({ method, path, parameters = [] }) => {
    const cursor = parameters.find(({ kind }) => kind === 'cursor');
    if (!cursor) return [];
    const filters = parameters.filter(({ name }) => !RESERVED.includes(name));
    const sort = parameters.find(({ name }) => name === 'sort');
    return {
      name: `${method} ${path}`,
      cursor: cursor.name,
      filters: new Map(filters.map((filter) => [filter.name, textsOf(filter, ids)])),
      sorts: [undefined, ...Object.keys(sort?.values ?? {})],
      async read(client, { filters = {}, sort, cursor: after, limit = 1 }) {
        const entries = Object.entries({ ...filters, sort, [cursor.name]: after, limit });
        const query = entries.filter(([, value]) => value !== undefined) as [string, string][];
        const response = await client.request(
          method,
          `/api/v1${path.replace(':id', importId)}?${new URLSearchParams(query)}`,
        );
        const cursors = [response.body.page?.next_cursor, response.body.resume_cursor].filter(Boolean);
        return { status: response.status, cursors, faults: Object.keys(faults(response)) };
      },
    } satisfies List;
  });
}

function textsOf({ kind, values = {} }: Parameter, ids: readonly string[]): readonly string[] {
  switch (kind) {
    case 'enum':
      return Object.keys(values);
    case 'numbers':
      return Object.keys(values).map((word) => `${word}:1`);
    case 'uuid':
      return ids;
    case 'boolean':
      return ['true', 'false'];
    case 'integer':
      return ['2024', '2022'];
    case 'number':
      return ['0.5', '1'];
    case 'date':
      return ['2022', '2023-06-21'];
    case 'instant':
      return ['2020-01-01', '2024-01-20T08:00:00Z'];
    default:
      return ['Juno', 'e'];
  }
}

/** A list that is not a field of `Query` is read through a list of `Query` whose rows have that field. */
async function graphqlLists(ids: readonly string[], importId: string): Promise<List[]> {
  const schema = await buildGuardedSchema();
  const pages = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    .filter(({ field }) => field.args.some(({ name }) => name === 'after'));
  const roots = pages.filter(({ type }) => type === schema.getQueryType()).map(({ field }) => field);
  return pages.flatMap(({ type, field }) => {
    if (type === schema.getQueryType()) return graphqlList(field, ids, { importId });
    const parent = roots.find((root) => nodeOf(root) === type);
    if (!parent) throw new Error(`No list has rows with the field ${type.name}.${field.name}`);
    return graphqlList(field, ids, { importId }, parent);
  });
}

function nodeOf(field: GraphQLField<unknown, unknown>): unknown {
  const connection = getNamedType(field.type);
  return isObjectType(connection) && getNamedType(connection.getFields().nodes!.type);
}

function graphqlList(
  field: GraphQLField<unknown, unknown>,
  ids: readonly string[],
  fixed: Readonly<Record<string, string>>,
  parent?: GraphQLField<unknown, unknown>,
): List {
  const { name, args } = field;
  const own = Object.fromEntries(Object.entries(fixed).filter(([each]) => args.some((arg) => arg.name === each)));
  const filters = new Map<string, readonly unknown[]>();
  for (const arg of args.filter((each) => !RESERVED.includes(each.name) && !(each.name in fixed))) {
    const members = isInputObjectType(arg.type) ? Object.values(arg.type.getFields()) : [];
    // Each optional member is a separate filter.
    if (members.length === 0 || members.some(isRequiredInputField)) filters.set(arg.name, valuesOf(arg.type, ids));
    else for (const member of members) filters.set(`${arg.name}.${member.name}`, valuesOf(member.type, ids));
  }
  if (args.some((arg) => isRequiredArgument(arg) && !filters.has(arg.name) && !(arg.name in fixed)))
    throw new Error(`${name} requires an unknown argument`);
  const sort = args.find((arg) => arg.name === 'sort');
  const resumes = 'resumeCursor' in (getNamedType(field.type) as { getFields(): object }).getFields();
  const page = `${name}(${args.map((arg) => `${arg.name}: $${arg.name}`).join()}) {
    edges { cursor } ${resumes ? 'resumeCursor' : ''} }`;
  const query = `query (${args.map(variable).join()}) {
    ${parent ? `${parent.name}(first: 20) { nodes { ${page} } }` : page} }`;
  return {
    name: `${parent ? `${parent.name}.` : ''}${name}`,
    cursor: 'after',
    filters,
    sorts: [undefined, ...(sort ? sortsOf(sort, ids) : [])],
    async read(client, { filters: values = {}, sort: order, cursor, limit = 1 }) {
      const variables: Record<string, unknown> = { ...own, first: limit, after: cursor, sort: order };
      for (const [path, value] of Object.entries(values)) {
        const [argument = '', member] = path.split('.');
        variables[argument] = member ? { ...(variables[argument] as object), [member]: value } : value;
      }
      return toPage(await client.graphql(query, variables), [...(parent ? [parent.name] : []), name]);
    },
  };
}

/**
 * Declares a variable for an argument. Without a value, `first` is 20, and other arguments have the default of the
 * schema.
 */
const variable = (arg: GraphQLArgument) => {
  const { name, type } = arg;
  return `$${name}: ${String(isRequiredArgument(arg) ? type : getNullableType(type))}${name === 'first' ? ' = 20' : ''}`;
};

/** Returns sort orders by each field in both directions, and sort orders by pairs of fields. */
function sortsOf({ type }: GraphQLArgument, ids: readonly string[]): unknown[][] {
  const one = valuesOf(getNamedType(type), ids);
  return [...one.map((sort) => [sort]), ...one.map((sort, index) => [sort, one[(index + 3) % one.length]])];
}

function valuesOf(inputType: GraphQLInputType, ids: readonly string[]): readonly unknown[] {
  const type = getNullableType(inputType);
  if (isListType(type)) return valuesOf(type.ofType, ids).map((value) => [value]);
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  if (isInputObjectType(type)) {
    // All combinations of the members' values.
    return Object.values(type.getFields()).reduce<object[]>(
      (objects, { name, type: member }) =>
        valuesOf(member, ids).flatMap((value) => objects.map((object) => ({ ...object, [name]: value }))),
      [{}],
    );
  }
  switch (type.name) {
    case 'ID':
      return ids;
    case 'Int':
      return [2024, 2022];
    case 'Float':
      return [0.5, 1];
    case 'Boolean':
      return [true, false];
    case 'PartialDate':
      return ['2022', '2023-06-21'];
    case 'DateTime':
      return ['2020-01-01T00:00:00Z', '2024-01-20T08:00:00Z'];
    case 'String':
      return ['Juno', 'e'];
    default:
      throw new Error(`There are no values for ${type.name}`);
  }
}

function toPage({ status, body }: TestResponse, [root = '', inner]: string[]): PageResponse {
  const errors: { extensions: { code: string; errors?: { path: string }[] } }[] = body.errors ?? [];
  const internal = errors.some(({ extensions }) => extensions.code !== 'BAD_USER_INPUT');
  const list = body.data?.[root];
  const pages = inner ? (list?.nodes ?? []).map((node: Record<string, unknown>) => node[inner]) : [list];
  return {
    status: internal ? 500 : errors.length > 0 ? 400 : status,
    cursors: pages.flatMap((page: { edges: { cursor: string }[]; resumeCursor?: string } | null) =>
      page ? [...page.edges.map(({ cursor }) => cursor), ...(page.resumeCursor ? [page.resumeCursor] : [])] : [],
    ),
    faults: [...new Set(errors.flatMap(({ extensions }) => (extensions.errors ?? []).map(({ path }) => path)))],
  };
}
