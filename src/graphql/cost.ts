import {
  isListType,
  isObjectType,
  getNamedType,
  getNullableType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

type Variables = Readonly<Record<string, unknown>>;

/** What a list without a page size is taken to hold; others five. Pages are counted at their connection. */
const ROWS: Record<string, number> = {
  nodes: 1,
  edges: 1,
  ancestors: 1,
  allDaughters: 20,
  ebv: 16,
  traitReports: 8,
  warnings: 100,
};
const FEW = 5;
const DEFAULT_FIRST = 20;
const MAX_FIRST = 100;

/** Ancestors of a pedigree by its depth. */
const POSITIONS: Record<string, number> = { THREE: 14, FIVE: 62, SEVEN: 254 };

/**
 * How many fields an operation could make the service fill: each counts once for every row that may lie around it.
 * A fragment is judged once, however often it is used, so that judging costs no more than reading.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const defaults = (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => [
    variable.name.value,
    defaultValue && 'value' in defaultValue ? defaultValue.value : undefined,
  ]);
  const values: Variables = { ...Object.fromEntries(defaults), ...variables };
  const judged = new Map<string, number>();

  function ofSelection(set: SelectionSetNode | undefined, type: GraphQLNamedType | null | undefined): number {
    if (!set || !isObjectType(type)) return 0;
    let cost = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const field = type.getFields()[selection.name.value];
        cost += field ? ofField(selection, field) : 1;
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        cost += ofSelection(selection.selectionSet, type);
      } else {
        cost += ofFragment(selection.name.value);
      }
    }
    return cost;
  }

  function ofFragment(name: string): number {
    const before = judged.get(name);
    if (before !== undefined) return before;
    const fragment = fragments.get(name);
    judged.set(name, 0);
    const cost = ofSelection(fragment?.selectionSet, fragment && schema.getType(fragment.typeCondition.name.value));
    judged.set(name, cost);
    return cost;
  }

  function ofField(node: FieldNode, field: GraphQLField<unknown, unknown>): number {
    return 1 + rowsOf(node, field, values) * ofSelection(node.selectionSet, getNamedType(field.type));
  }

  return ofSelection(operation.selectionSet, schema.getRootType(operation.operation));
}

function rowsOf(node: FieldNode, field: GraphQLField<unknown, unknown>, variables: Variables): number {
  const argument = (name: string) => {
    const value = node.arguments?.find((given) => given.name.value === name)?.value;
    if (value?.kind === Kind.VARIABLE) return variables[value.name.value];
    return value && 'value' in value ? value.value : undefined;
  };
  if (field.args.some(({ name }) => name === 'first')) {
    return Math.min(Math.max(Number(argument('first') ?? DEFAULT_FIRST) || 1, 1), MAX_FIRST);
  }
  if (field.name === 'pedigree') return POSITIONS[String(argument('depth') ?? 'THREE')] ?? 1;
  return isListType(getNullableType(field.type)) ? (ROWS[field.name] ?? FEW) : 1;
}
