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
 * Limits of a GraphQL request. These limits allow the pedigrees of a hundred queens over seven generations, nested or
 * as a flat list, with ten fields of each queen.
 */
export const LIMITS = {
  tokens: 10_000,
  nesting: 64,
  depth: 20,
  aliases: 100,
  repeats: 100,
  fields: 500_000,
  responseLength: 32 * 2 ** 20,
} as const;

/** Rejects documents by their shape, because some validation rules need quadratic time. */
export const limitShape: ValidationRule = (context) => ({
  Document(document) {
    const { depth, aliases, repeats } = measureShape(document);
    const faults = [
      depth > LIMITS.depth && `The query nests fields ${depth} levels deep; the limit is ${LIMITS.depth}.`,
      aliases > LIMITS.aliases && `The query has ${aliases} aliases; the limit is ${LIMITS.aliases}.`,
      repeats > LIMITS.repeats &&
        `The query selects the same name ${repeats} times in one place; the limit is ${LIMITS.repeats}.`,
    ].filter((fault) => fault !== false);
    if (faults.length === 0) return;
    for (const fault of faults) context.reportError(new GraphQLError(fault));
    // The other rules visit the document at the same time. Without definitions, they have nothing to check.
    (document as { definitions: readonly DefinitionNode[] }).definitions = [];
  },
});

/** Rejects types of operations that the schema does not have. graphql-js would reject them only during execution. */
export const rejectUnsupportedOperation: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(new GraphQLError(`The schema has no ${node.operation}s.`, { nodes: node }));
  },
});

/** Rejects operations by the possible size of their response, which depends on variables. */
export const limitCost: ApolloServerPlugin = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation, request }) {
        // The operation is undefined if the operation name is unknown. Such a request is rejected later.
        if (!operation) return;
        const cost = costOf(schema, document, operation, request.variables ?? {});
        if (cost <= LIMITS.fields) return;
        throw new GraphQLError(
          `The response could have ${cost} fields; the limit is ${LIMITS.fields}. Request smaller pages or fewer levels.`,
          { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } },
        );
      },
    };
  },
};

interface Shape {
  depth: number;
  aliases: number;
  /** Maximum number of occurrences of the same name in one selection set. */
  repeats: number;
}

/**
 * Measures the shape of a document. Each fragment is measured only once, so fragments that form a cycle do not cause an
 * endless loop. Another rule rejects such cycles.
 */
function measureShape(document: DocumentNode): Shape {
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
