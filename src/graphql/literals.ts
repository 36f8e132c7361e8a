import {
  BREAK,
  GraphQLError,
  Kind,
  parse,
  visit,
  type ASTNode,
  type DocumentNode,
  type Location,
  type Source,
} from 'graphql';
import type { Fault } from '../core/errors.js';

const VALUE_KINDS = new Set<string>([
  Kind.INT,
  Kind.FLOAT,
  Kind.STRING,
  Kind.BOOLEAN,
  Kind.NULL,
  Kind.ENUM,
  Kind.LIST,
  Kind.OBJECT,
]);

/** Converts an error of graphql-js about an invalid literal to a fault; undefined for other errors. */
export function literalFault(error: unknown): Fault | undefined {
  if (!(error instanceof GraphQLError) || error.extensions.code !== 'GRAPHQL_VALIDATION_FAILED') return undefined;
  const [node, ...others] = error.nodes ?? [];
  if (!node?.loc || others.length > 0 || !VALUE_KINDS.has(node.kind)) return undefined;
  const path = pathTo(node.kind, node.loc);
  return path ? { path, message: error.message } : undefined;
}

/** Documents by source, because a document can have many errors. */
const documents = new WeakMap<Source, DocumentNode>();

function documentOf(source: Source): DocumentNode {
  let document = documents.get(source);
  if (!document) documents.set(source, (document = parse(source)));
  return document;
}

/** The path of a literal, by the names of its argument and members. */
function pathTo(kind: Kind, { source, start }: Location): string | undefined {
  // The document is parsed again, because nodes do not refer to their parents.
  const document = documentOf(source);
  let keys: readonly (string | number)[] | undefined;
  visit(document, {
    enter(node, _key, _parent, path) {
      // `false` skips the nodes below this node.
      if (!node.loc || node.loc.start > start || node.loc.end <= start) return false;
      if (node.kind !== kind || node.loc.start !== start) return undefined;
      keys = [...path];
      return BREAK;
    },
  });
  return keys && namesAlong(document, keys).join('.');
}

function namesAlong(document: ASTNode, keys: readonly (string | number)[]): string[] {
  const names: string[] = [];
  let list = false;
  let at: unknown = document;
  for (const key of keys) {
    at = (at as Record<string | number, unknown>)[key];
    if (Array.isArray(at)) continue;
    const { kind, name } = at as { kind: string; name?: { value: string } };
    if (list) names.push(String(key));
    if (name && (kind === (Kind.ARGUMENT as string) || kind === (Kind.OBJECT_FIELD as string))) names.push(name.value);
    list = kind === (Kind.LIST as string);
  }
  return names;
}
