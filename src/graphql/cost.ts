import {
  isListType,
  isObjectType,
  getNamedType,
  getNullableType,
  Kind,
  valueFromASTUntyped,
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
  values: 8,
};
/** Of a planned mating, for each pair; see `pairsOf`. */
const BY_PAIR = new Set(['matings', 'excluded']);
const MOST_PAIRS = 2500;
/** Fields that take work before they fill anything: an alias would have it done once more. */
const WORK: Record<string, number> = { ebvRanking: 20_000, ebvTrends: 20_000, planMatings: 50_000, queenTerms: 5_000 };
const FEW = 5;
const DEFAULT_FIRST = 20;
const MAX_FIRST = 100;

/** Ancestors of a pedigree by its depth. */
const POSITIONS: Record<string, number> = { THREE: 14, FIVE: 62, SEVEN: 254 };

/** What operations cost whatever their variables are. */
const constant = new WeakMap<OperationDefinitionNode, number>();

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
  const before = constant.get(operation);
  if (before !== undefined) return before;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const defaults = (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => [
    variable.name.value,
    defaultValue && valueFromASTUntyped(defaultValue),
  ]);
  // What is left out has no value, whatever it is called: `constructor` may be the name of a variable.
  const values = Object.assign(Object.create(null), Object.fromEntries(defaults), variables) as Variables;
  const judged = new Map<string, number>();
  /** Of the plan that is looked at. */
  let pairs = 1;
  let goesByVariables = false;

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
    const key = `${pairs} ${name}`;
    const before = judged.get(key);
    if (before !== undefined) return before;
    const fragment = fragments.get(name);
    judged.set(key, 0);
    const cost = ofSelection(fragment?.selectionSet, fragment && schema.getType(fragment.typeCondition.name.value));
    judged.set(key, cost);
    return cost;
  }

  function ofField(node: FieldNode, field: GraphQLField<unknown, unknown>): number {
    if (field.name === 'planMatings') {
      pairs = pairsOf(node, values);
      goesByVariables = true;
    }
    const rows = BY_PAIR.has(field.name) ? pairs : rowsOf(node, field, valueOf);
    return 1 + (WORK[field.name] ?? 0) + rows * ofSelection(node.selectionSet, getNamedType(field.type));
  }

  function valueOf(name: string): unknown {
    goesByVariables = true;
    return values[name];
  }

  const cost = ofSelection(operation.selectionSet, schema.getRootType(operation.operation));
  if (!goesByVariables) constant.set(operation, cost);
  return cost;
}

/** How many pairs a plan is asked for, or more; what cannot be read is refused later. */
function pairsOf(node: FieldNode, variables: Variables): number {
  const value = node.arguments?.find(({ name }) => name.value === 'input')?.value;
  const input = (value && valueFromASTUntyped(value, variables)) as Variables | null | undefined;
  const size = (list: unknown) => (Array.isArray(list) ? list.length : 1);
  return Math.min(size(input?.queenIds) * size(input?.droneMotherIds), MOST_PAIRS);
}

function rowsOf(node: FieldNode, field: GraphQLField<unknown, unknown>, variable: (name: string) => unknown): number {
  const argument = (name: string) => {
    const value = node.arguments?.find((given) => given.name.value === name)?.value;
    if (value?.kind === Kind.VARIABLE) return variable(value.name.value);
    return value && 'value' in value ? value.value : undefined;
  };
  if (field.args.some(({ name }) => name === 'first')) {
    return Math.min(Math.max(Number(argument('first') ?? DEFAULT_FIRST) || 1, 1), MAX_FIRST);
  }
  if (field.name === 'pedigree') return POSITIONS[String(argument('depth') ?? 'THREE')] ?? 1;
  return isListType(getNullableType(field.type)) ? (ROWS[field.name] ?? FEW) : 1;
}
