import { BREAK, GraphQLError, Kind, parse, visit, type ASTNode } from 'graphql';
import type { Fault } from '../core/errors.js';

const VALUES = new Set<string>([
  Kind.INT,
  Kind.FLOAT,
  Kind.STRING,
  Kind.BOOLEAN,
  Kind.NULL,
  Kind.ENUM,
  Kind.LIST,
  Kind.OBJECT,
]);

/** What graphql-js finds wrong with a value that a document writes out: where it is, in words of the API. */
export function faultOfLiteral(error: unknown): Fault | undefined {
  if (!(error instanceof GraphQLError) || error.extensions.code !== 'GRAPHQL_VALIDATION_FAILED') return undefined;
  const [node, ...others] = error.nodes ?? [];
  if (!node?.loc || others.length > 0 || !VALUES.has(node.kind)) return undefined;
  const path = pathTo(node);
  return path ? { path, message: error.message } : undefined;
}

/** The names of the argument and of the members that lead to a value, as an argument's own faults have them. */
function pathTo({ kind, loc }: ASTNode): string | undefined {
  // Nodes do not know what they are in; a document that is wrong may be read once more.
  const document = parse(loc!.source);
  let keys: readonly (string | number)[] | undefined;
  visit(document, {
    enter(node, _key, _parent, path) {
      if (node.kind !== kind || node.loc?.start !== loc!.start) return undefined;
      keys = [...path];
      return BREAK;
    },
  });
  return keys && namesOn(document, keys).join('.');
}

function namesOn(document: ASTNode, keys: readonly (string | number)[]): string[] {
  const names: string[] = [];
  let list = false;
  let at: unknown = document;
  for (const key of keys) {
    at = (at as Record<string | number, unknown>)[key];
    if (Array.isArray(at)) continue;
    const { kind, name } = at as { kind: string; name?: { value: string } };
    if (list) names.push(String(key));
    if (kind === (Kind.ARGUMENT as string) || kind === (Kind.OBJECT_FIELD as string)) names.push(name!.value);
    list = kind === (Kind.LIST as string);
  }
  return names;
}
