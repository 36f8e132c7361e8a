import { Kind, type DocumentNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import type { OperationSummary } from '../observability/operation-summary.js';

const knownFields = new WeakMap<OperationDefinitionNode, readonly string[]>();

/**
 * Summarizes an operation.
 * @param document a valid document. The schema contains all its fields.
 */
export function summarize(document: DocumentNode, operation: OperationDefinitionNode): OperationSummary {
  let fields = knownFields.get(operation);
  if (!fields) knownFields.set(operation, (fields = rootFields(document, operation)));
  return { type: operation.operation, fields, failed: false };
}

function rootFields(document: DocumentNode, operation: OperationDefinitionNode): string[] {
  const fields = new Set<string>();
  const visited = new Set<string>();
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) fields.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else if (!visited.has(selection.name.value)) {
        visited.add(selection.name.value);
        for (const node of document.definitions) {
          if (node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === selection.name.value) {
            visit(node.selectionSet);
          }
        }
      }
    }
  };
  visit(operation.selectionSet);
  return [...fields];
}
