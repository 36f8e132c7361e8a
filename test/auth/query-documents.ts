import {
  getNamedType,
  getNullableType,
  getOperationAST,
  isObjectType,
  isRequiredArgument,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { costOf } from '../../src/graphql/cost.js';

/** Returns the fields that the documents select, as `Type.field`. */
export function selectedFields(schema: GraphQLSchema, documents: readonly QueryDocument[]): Set<string> {
  const selected = new Set<string>();
  for (const { document } of documents) {
    const types = new TypeInfo(schema);
    const addField = () => void selected.add(`${types.getParentType()!.name}.${types.getFieldDef()!.name}`);
    visit(parse(document), visitWithTypeInfo(types, { Field: addField }));
  }
  return selected;
}

/** A document with a variable for each required argument of its root field. */
export interface QueryDocument {
  /** The root field and the path to the selected fields. */
  name: string;
  document: string;
  variables: string[];
}

/** A field, its selected leaves (fields without subfields), and its selected fields with subfields. */
interface Selection {
  call: string;
  leaves: string[];
  inner: Selection[];
}

const MAX_COST = 400_000;
const MAX_LENGTH = 30_000;
const PAGE_SIZE = 2;

/**
 * Returns documents for each root field. Together, they select every field without required arguments that the root
 * field can reach. A field that alone exceeds the limits of length and cost is missing (see `split`).
 */
export function queryDocuments(schema: GraphQLSchema): QueryDocument[] {
  return Object.values(schema.getQueryType()!.getFields()).flatMap((field) => {
    const required = field.args.filter(isRequiredArgument);
    const head = required.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
    const argumentTexts = required.map(({ name }) => `${name}: $${name}`);
    const write = (root: Selection) => `query ${head && `(${head})`} { ${textOf(root)} }`;
    const isWithinLimits = (root: Selection) => {
      const text = write(root);
      const document = parse(text);
      return text.length <= MAX_LENGTH && costOf(schema, document, getOperationAST(document)!, {}) <= MAX_COST;
    };
    const variables = required.map(({ name }) => name);
    return split(select(field, argumentTexts), isWithinLimits).map((root) => ({
      name: nameOf(root),
      document: write(root),
      variables,
    }));
  });
}

/** Selects all reachable fields. Expands each type only at its first occurrence. */
function select(root: GraphQLField<unknown, unknown>, argumentTexts: string[]): Selection {
  const followed = new Set<GraphQLObjectType>();
  const full = selectionOf(root, argumentTexts);
  const open = [{ field: root, selection: full }];
  for (let at = open.shift(); at; at = open.shift()) {
    const type = getNamedType(at.field.type);
    if (!isObjectType(type) || followed.has(type)) continue;
    followed.add(type);
    const below = fieldsOf(type).filter((field) => !isLeaf(field));
    const next = below.map((field) => ({ field, selection: selectionOf(field, []) }));
    at.selection.inner = next.map(({ selection }) => selection);
    open.push(...next);
  }
  return full;
}

function selectionOf(field: GraphQLField<unknown, unknown>, argumentTexts: string[]): Selection {
  const paging = field.args.some(({ name }) => name === 'first') ? [`first: ${PAGE_SIZE}`] : [];
  const args = [...argumentTexts, ...paging];
  const type = getNamedType(field.type);
  const fields = isObjectType(type) ? fieldsOf(type) : [];
  return {
    call: field.name + (args.length > 0 ? `(${args.join(', ')})` : ''),
    leaves: [...fields.filter(isLeaf).map(({ name }) => name), ...fields.flatMap(switched)],
    inner: [],
  };
}

/** Selects a field once more for each boolean argument, with the value `true`. */
function switched({ name, args, type }: GraphQLField<unknown, unknown>): string[] {
  const target = getNamedType(type);
  if (!isObjectType(target)) return [];
  const leaves = fieldsOf(target).filter(isLeaf);
  return args
    .filter((arg) => getNamedType(arg.type).name === 'Boolean')
    .map((arg) => `${name}_${arg.name}: ${name}(${arg.name}: true) { ${leaves.map((leaf) => leaf.name).join(' ')} }`);
}

/** Returns the fields of a type that have no required argument. */
const fieldsOf = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
const isLeaf = ({ type }: GraphQLField<unknown, unknown>) => !isObjectType(getNamedType(getNullableType(type)));
const isEmpty = ({ call, leaves, inner }: Selection): boolean =>
  leaves.length === 0 && inner.every(isEmpty) && call !== '';

function textOf({ call, leaves, inner }: Selection): string {
  const parts = [...leaves, ...inner.filter((each) => !isEmpty(each)).map(textOf)];
  return parts.length > 0 ? `${call} { ${parts.join(' ')} }` : call;
}

/**
 * Returns the whole selection if it is within the limits of length and cost. Otherwise returns one selection of the
 * leaves, and a separate selection for each field with subfields. Omits a part that alone exceeds the limits.
 */
function split(root: Selection, isWithinLimits: (root: Selection) => boolean): Selection[] {
  const inner = root.inner.filter((each) => !isEmpty(each));
  const full = { ...root, inner };
  if (isWithinLimits(full)) return [full];
  if (inner.length === 0) return [];
  const alone = (part: Selection) => ({ ...root, leaves: [], inner: [part] });
  const deeper = inner.flatMap((each) => split(each, (part) => isWithinLimits(alone(part))).map(alone));
  return root.leaves.length > 0 ? [{ ...root, inner: [] }, ...deeper] : deeper;
}

function nameOf({ call, inner }: Selection): string {
  const name = call.replace(/\(.*/, '');
  return inner.length === 1 ? `${name}.${nameOf(inner[0]!)}` : name;
}
