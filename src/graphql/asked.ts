import { Kind, type DocumentNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

/** What a GraphQL request asks for, in the words of the schema: nothing in it is of the client's choice. */
export interface Asked {
  type: 'query' | 'mutation' | 'subscription';
  /** The fields at its root, each once. */
  fields: readonly string[];
  /** Whether an error is in the answer. */
  failed: boolean;
}

const known = new WeakMap<OperationDefinitionNode, readonly string[]>();

/** @param document valid, so that there are no other fields than the schema's */
export function askedOf(document: DocumentNode, operation: OperationDefinitionNode): Asked {
  let fields = known.get(operation);
  if (!fields) known.set(operation, (fields = rootFields(document, operation)));
  return { type: operation.operation, fields, failed: false };
}

function rootFields(document: DocumentNode, operation: OperationDefinitionNode): string[] {
  const fields = new Set<string>();
  const seen = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) fields.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        for (const node of document.definitions) {
          if (node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === selection.name.value) {
            collect(node.selectionSet);
          }
        }
      }
    }
  };
  collect(operation.selectionSet);
  return [...fields];
}
