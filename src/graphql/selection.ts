import { getNamedType, type FieldNode, type GraphQLObjectType, type GraphQLResolveInfo } from 'graphql';
import { Extensions } from 'type-graphql';
import type { LoaderFactory } from './context.js';
import { fieldsBelow } from './look-ahead.js';

/** The properties of a row to read. If undefined, all properties are read. Equal selections are the same object. */
export type Selection = ReadonlySet<string> | undefined;

/**
 * Maximum number of selections, because each can need a prepared statement. Beyond the limit, all properties are read.
 */
const MAX_SELECTIONS = 40;

const selections = new Map<string, Selection>();

/**
 * Declares which properties of the parent object a field resolver reads. If a selected resolver has no declaration, all
 * properties are read.
 */
export function Reads(...reads: string[]): MethodDecorator {
  return Extensions({ reads });
}

type Info = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'returnType'>;

/**
 * The selection of the rows that a field returns.
 * @param always properties that are always read
 */
export function selectionOf({ fieldNodes, fragments, returnType }: Info, always: readonly string[]): Selection {
  return select(getNamedType(returnType) as GraphQLObjectType, fieldNodes, fragments, always);
}

/**
 * The selection of the nodes of a connection.
 * @param always properties that are always read
 */
export function nodeSelectionOf({ fieldNodes, fragments, returnType }: Info, always: readonly string[]): Selection {
  const connection = getNamedType(returnType) as GraphQLObjectType;
  const edges = fieldsBelow(fieldNodes, fragments, 'edges');
  const nodes = [...fieldsBelow(fieldNodes, fragments, 'nodes'), ...fieldsBelow(edges, fragments, 'node')];
  const { nodes: list } = connection.getFields();
  if (!list) throw new Error(`${connection.name} is not a connection.`);
  return select(getNamedType(list.type) as GraphQLObjectType, nodes, fragments, always);
}

function select(
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  fragments: Info['fragments'],
  always: readonly string[],
): Selection {
  const properties = new Set(always);
  for (const node of fieldsBelow(nodes, fragments)) {
    const name = node.name.value;
    if (name === '__typename') continue;
    const field = type.getFields()[name];
    const reads = field?.resolve ? (field.extensions.reads as string[] | undefined) : [name];
    if (!field || !reads) return undefined;
    for (const property of reads) properties.add(property);
  }
  const key = `${type.name} ${[...properties].sort().join()}`;
  if (!selections.has(key) && selections.size < MAX_SELECTIONS) selections.set(key, properties);
  return selections.get(key);
}

/**
 * Loaders of the rows that a field returns, one for each selection.
 * @param always see `selectionOf`
 */
export function bySelection<Key, Value>(
  always: readonly string[],
  create: (selection: Selection) => LoaderFactory<Key, Value>,
): (info: Info) => LoaderFactory<Key, Value> {
  const factories = new Map<Selection, LoaderFactory<Key, Value>>();
  /** Cached loaders by field, because a field is resolved once for each row of a list. */
  const byField = new WeakMap<readonly FieldNode[], LoaderFactory<Key, Value>>();
  return (info) => {
    let factory = byField.get(info.fieldNodes);
    if (!factory) {
      const selection = selectionOf(info, always);
      factory = factories.get(selection) ?? create(selection);
      factories.set(selection, factory);
      byField.set(info.fieldNodes, factory);
    }
    return factory;
  };
}
