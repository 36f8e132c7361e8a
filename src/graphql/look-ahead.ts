import {
  Kind,
  type FieldNode,
  type FragmentSpreadNode,
  type GraphQLResolveInfo,
  type InlineFragmentNode,
  type SelectionSetNode,
} from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

/** By the part of the document and the set of names, as the same question comes once for every row. */
const known = new WeakMap<readonly string[], WeakMap<SelectionSetNode, number>>();

/**
 * How many levels of fields with these names lie one within the other below the given field, through fragments and
 * aliases: for `mother { mother { name } father { mother { name } } }` and the names mother and father it is 2.
 * What `@skip` leaves out is counted too; at worst a little more is read than needed.
 */
export function levelsBelow(fields: readonly FieldNode[], fragments: Fragments, names: readonly string[]): number {
  let memo = known.get(names);
  if (!memo) known.set(names, (memo = new WeakMap()));
  return Math.max(0, ...fields.map(({ selectionSet }) => levels(selectionSet, fragments, names, memo)));
}

/** The fields right below the given ones, through fragments and under whatever alias. @param name of them alone */
export function fieldsBelow(fields: readonly FieldNode[], fragments: Fragments, name?: string): FieldNode[] {
  const found: FieldNode[] = [];
  const look = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        if (name === undefined || selection.name.value === name) found.push(selection);
      } else {
        look(innerOf(selection, fragments));
      }
    }
  };
  for (const { selectionSet } of fields) look(selectionSet);
  return found;
}

const innerOf = (
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
  let most = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const step = names.includes(selection.name.value)
        ? 1 + levels(selection.selectionSet, fragments, names, memo)
        : 0;
      most = Math.max(most, step);
    } else {
      most = Math.max(most, levels(innerOf(selection, fragments), fragments, names, memo));
    }
  }
  memo.set(set, most);
  return most;
}
