import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';

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
      const inner =
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : fragments[selection.name.value]?.selectionSet;
      most = Math.max(most, levels(inner, fragments, names, memo));
    }
  }
  memo.set(set, most);
  return most;
}
