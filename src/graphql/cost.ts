import {
  isListType,
  isObjectType,
  getNamedType,
  getNullableType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
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
import { MAX_PAGE_ROWS } from './max-page-rows.js';

type Variables = Readonly<Record<string, unknown>>;

/**
 * Assumed sizes of lists without pages. Lists that are missing here have `DEFAULT_ROWS`. `nodes`, `edges` and
 * `ancestors` have the size 1, because their parent field already counts their rows.
 */
const ASSUMED_ROWS: Record<string, number> = {
  nodes: 1,
  edges: 1,
  ancestors: 1,
  allDaughters: 20,
  ebv: 16,
  traitReports: 8,
  warnings: 100,
  values: 8,
  // Introspection. The schema has about 170 types.
  types: 200,
  fields: 10,
  args: 1,
  inputFields: 2,
  enumValues: 2,
  interfaces: 1,
  possibleTypes: 1,
};
const INTROSPECTION_FIELDS = new Map([SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]));
/** Lists with one row per pair of a mating plan; see `pairsOf`. */
const ROWS_PER_PAIR = new Set(['matings', 'excluded']);
const MAX_PAIRS = 2500;
/** Cost of fields with expensive resolvers. A field with several aliases is computed several times. */
const FIELD_COSTS: Record<string, number> = {
  ebvRanking: 20_000,
  ebvTrends: 20_000,
  planMatings: 50_000,
  queenTerms: 5_000,
};
const DEFAULT_ROWS = 5;
const DEFAULT_FIRST = 20;

/** Number of ancestors by pedigree depth. */
const PEDIGREE_SIZES: Record<string, number> = { THREE: 14, FIVE: 62, SEVEN: 254 };

/** Cached costs of operations. A cost that depends on variables is not cached. */
const constantCosts = new WeakMap<OperationDefinitionNode, number>();

/**
 * Estimates the largest number of fields that a response could contain. Each field counts once for every row that
 * contains it. Each fragment is evaluated once, so that the check is not slower than parsing.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const before = constantCosts.get(operation);
  if (before !== undefined) return before;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const defaults = (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => [
    variable.name.value,
    defaultValue && valueFromASTUntyped(defaultValue),
  ]);
  // The object has no prototype, because a variable can be named `constructor`.
  const values = Object.assign(Object.create(null), Object.fromEntries(defaults), variables) as Variables;
  const fragmentCosts = new Map<string, number>();
  /** Number of pairs of the current mating plan. */
  let pairs = 1;
  let dependsOnVariables = false;

  function ofSelection(set: SelectionSetNode | undefined, type: GraphQLNamedType | null | undefined): number {
    if (!set || !isObjectType(type)) return 0;
    let cost = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const name = selection.name.value;
        const field = type.getFields()[name] ?? INTROSPECTION_FIELDS.get(name);
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
    const before = fragmentCosts.get(key);
    if (before !== undefined) return before;
    const fragment = fragments.get(name);
    fragmentCosts.set(key, 0);
    const cost = ofSelection(fragment?.selectionSet, fragment && schema.getType(fragment.typeCondition.name.value));
    fragmentCosts.set(key, cost);
    return cost;
  }

  function ofField(node: FieldNode, field: GraphQLField<unknown, unknown>): number {
    if (field.name === 'planMatings') {
      pairs = pairsOf(node, values);
      dependsOnVariables = true;
    }
    const rows = ROWS_PER_PAIR.has(field.name) ? pairs : rowsOf(node, field, valueOf);
    return 1 + (FIELD_COSTS[field.name] ?? 0) + rows * ofSelection(node.selectionSet, getNamedType(field.type));
  }

  function valueOf(name: string): unknown {
    dependsOnVariables = true;
    return values[name];
  }

  const cost = ofSelection(operation.selectionSet, schema.getRootType(operation.operation));
  if (!dependsOnVariables) constantCosts.set(operation, cost);
  return cost;
}

/** An upper bound for the number of pairs of a plan. Invalid input is rejected later. */
function pairsOf(node: FieldNode, variables: Variables): number {
  const value = node.arguments?.find(({ name }) => name.value === 'input')?.value;
  const input = (value && valueFromASTUntyped(value, variables)) as Variables | null | undefined;
  const size = (list: unknown) => (Array.isArray(list) ? list.length : 1);
  return Math.min(size(input?.queenIds) * size(input?.droneMotherIds), MAX_PAIRS);
}

function rowsOf(node: FieldNode, field: GraphQLField<unknown, unknown>, variable: (name: string) => unknown): number {
  const argument = (name: string) => {
    const value = node.arguments?.find((argument) => argument.name.value === name)?.value;
    if (value?.kind === Kind.VARIABLE) return variable(value.name.value);
    return value && 'value' in value ? value.value : undefined;
  };
  if (field.args.some(({ name }) => name === 'first')) {
    return Math.min(Math.max(Number(argument('first') ?? DEFAULT_FIRST) || 1, 1), MAX_PAGE_ROWS);
  }
  if (field.name === 'pedigree') return PEDIGREE_SIZES[String(argument('depth') ?? 'THREE')] ?? 1;
  return isListType(getNullableType(field.type)) ? (ASSUMED_ROWS[field.name] ?? DEFAULT_ROWS) : 1;
}
