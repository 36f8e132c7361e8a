import {
  GraphQLError,
  Kind,
  type ASTNode,
  type DefinitionNode,
  type DocumentNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
import type { ApolloServerPlugin } from '@apollo/server';
import { costOf } from './cost.js';

/**
 * Limits on what one request may ask. They leave room for the pedigrees of a hundred queens over seven generations,
 * written out or as a flat list, with all fields of a queen.
 */
export const LIMITS = {
  tokens: 10_000,
  nesting: 64,
  depth: 20,
  aliases: 100,
  repeats: 100,
  fields: 500_000,
  answer: 32 * 2 ** 20,
} as const;

/** Refuses a document by its shape, before the rules whose work grows with the square of its size look at it. */
export const limitShape: ValidationRule = (context) => ({
  Document(document) {
    const { depth, aliases, repeats } = measure(document);
    const faults = [
      depth > LIMITS.depth && `The query nests fields ${depth} deep; at most ${LIMITS.depth} are read.`,
      aliases > LIMITS.aliases && `The query gives ${aliases} aliases; at most ${LIMITS.aliases} are read.`,
      repeats > LIMITS.repeats &&
        `The query selects one name ${repeats} times in one place; at most ${LIMITS.repeats} are read.`,
    ].filter((fault) => fault !== false);
    if (faults.length === 0) return;
    for (const fault of faults) context.reportError(new GraphQLError(fault));
    // It is refused: the other rules, which walk it at the same time, need not go further.
    (document as { definitions: readonly DefinitionNode[] }).definitions = [];
  },
});

/** Refuses a kind of operation for which the schema has nothing; graphql-js finds that out on executing it, too late. */
export const refuseUnknownKind: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(new GraphQLError(`There are no ${node.operation}s here.`, { nodes: node }));
  },
});

/** Refuses an operation by the size of what it may answer, which depends on its variables. */
export const limitCost: ApolloServerPlugin = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation, request }) {
        // An operation name that fits none is refused after this.
        if (!operation) return;
        const cost = costOf(schema, document, operation, request.variables ?? {});
        if (cost <= LIMITS.fields) return;
        throw new GraphQLError(
          `The query may fill ${cost} fields; at most ${LIMITS.fields} are read at once. Ask for smaller pages or fewer levels.`,
          { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } },
        );
      },
    };
  },
};

interface Shape {
  depth: number;
  aliases: number;
  /** How often one selection set names one and the same thing, at most. */
  repeats: number;
}

/** Fragments are looked at once each; a circle of them, which another rule refuses, ends. */
function measure(document: DocumentNode): Shape {
  const fragments = new Map<string, SelectionSetNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node.selectionSet);
  }
  const depths = new Map<ASTNode, number>();
  const shape: Shape = { depth: 0, aliases: 0, repeats: 0 };

  function depthOf(set: SelectionSetNode | undefined): number {
    if (!set) return 0;
    const before = depths.get(set);
    if (before !== undefined) return before;
    depths.set(set, 0);
    const names = new Map<string, number>();
    let depth = 0;
    for (const selection of set.selections) {
      const name =
        selection.kind === Kind.INLINE_FRAGMENT
          ? ''
          : (('alias' in selection && selection.alias) || selection.name).value;
      const times = (names.get(name) ?? 0) + 1;
      names.set(name, times);
      shape.repeats = Math.max(shape.repeats, times);
      if (selection.kind === Kind.FIELD) {
        if (selection.alias) shape.aliases++;
        depth = Math.max(depth, 1 + depthOf(selection.selectionSet));
      } else {
        const inner =
          selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : fragments.get(selection.name.value);
        depth = Math.max(depth, depthOf(inner));
      }
    }
    depths.set(set, depth);
    return depth;
  }

  for (const node of document.definitions) {
    if ('selectionSet' in node) shape.depth = Math.max(shape.depth, depthOf(node.selectionSet));
  }
  return shape;
}
