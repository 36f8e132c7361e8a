import {
  Kind,
  type FieldNode,
  type FragmentSpreadNode,
  type GraphQLResolveInfo,
  type InlineFragmentNode,
  type SelectionSetNode,
} from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

/** Cached levels by names and selection set, because the resolvers of a list need them for each row. */
const levelsByNames = new WeakMap<readonly string[], WeakMap<SelectionSetNode, number>>();

/**
 * The depth to which fields with these names are nested below `fields`. Fragments and aliases are resolved. For
 * example, the depth is 2 for `queen { mother { mother { name } } }` and the names mother and father. Fields that
 * `@skip` excludes also count, so the service may read more than necessary.
 */
export function levelsBelow(fields: readonly FieldNode[], fragments: Fragments, names: readonly string[]): number {
  let memo = levelsByNames.get(names);
  if (!memo) levelsByNames.set(names, (memo = new WeakMap()));
  return Math.max(0, ...fields.map(({ selectionSet }) => levels(selectionSet, fragments, names, memo)));
}

/**
 * The direct children of `fields`, through fragments and aliases.
 * @param name only fields with this name
 */
export function fieldsBelow(fields: readonly FieldNode[], fragments: Fragments, name?: string): FieldNode[] {
  const found: FieldNode[] = [];
  const collect = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        if (name === undefined || selection.name.value === name) found.push(selection);
      } else {
        collect(selectionSetOf(selection, fragments));
      }
    }
  };
  for (const { selectionSet } of fields) collect(selectionSet);
  return found;
}

const selectionSetOf = (
  selection: FragmentSpreadNode | InlineFragmentNode,
  fragments: Fragments,
): SelectionSetNode | undefined =>
  selection.kind === Kind.INLINE_FRAGMENT ? selection.selectionSet : fragments[selection.name.value]?.selectionSet;

function levels(
  set: SelectionSetNode | undefined,
  fragments: Fragments,
  names: readonly string[],
  memo: WeakMap<SelectionSetNode, number>,
): number {
  if (!set) return 0;
  const before = memo.get(set);
  if (before !== undefined) return before;
  let deepest = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const step = names.includes(selection.name.value)
        ? 1 + levels(selection.selectionSet, fragments, names, memo)
        : 0;
      deepest = Math.max(deepest, step);
    } else {
      deepest = Math.max(deepest, levels(selectionSetOf(selection, fragments), fragments, names, memo));
    }
  }
  memo.set(set, deepest);
  return deepest;
}
