/** Queens of a page. */
const PAGE = 50;
/** Maximum number of requested pages of a list. */
const PAGES = 200;

/** A nested selection of the same fields of a queen and of her ancestors. */
export function nest(depth, fields, mother, father) {
  if (depth === 0) return fields;
  const above = nest(depth - 1, fields, mother, father);
  return `${fields} ${mother} { ${above} } ${father} { ${above} }`;
}

/** Positions and ids of the ancestors in a nested response. */
export function* tree(queen, mother, father, number, position = 1) {
  if (!queen) return;
  if (position > 1) yield [position, queen[number]];
  yield* tree(queen[mother], mother, father, number, 2 * position);
  yield* tree(queen[father], mother, father, number, 2 * position + 1);
}

/** @throws unless each position has the ancestor that the generated population has there */
export function sameAncestors(herd, queen, depth, found) {
  const ancestors = herd.ancestors(queen, depth);
  equal(found.length, ancestors.size, 'ancestors');
  for (const [position, number] of found)
    equal(number, herd.externalId(ancestors.get(position)), `position ${position}`);
}

/** @throws unless these are the queens of a page in the order of their ids, with their evaluations */
export function samePage(herd, page, queens, evaluationsOf) {
  equal(queens.length, PAGE, 'queens of a page');
  for (const [index, queen] of queens.entries()) {
    const number = page * PAGE + index;
    equal(queen.externalId, herd.externalId(number), `queen ${index} of page ${page}`);
    const years = (evaluations) =>
      [...evaluations]
        .map(({ year, honey }) => `${year} ${honey}`)
        .sort()
        .join();
    equal(years(evaluationsOf(queen)), years(herd.evaluations(number)), 'evaluations');
  }
}

/**
 * Cursors of pages of 50 queens.
 * @param ask requests the page after a cursor
 */
export async function pageStarts(herd, base, ask) {
  const cursors = [null];
  while (cursors.length < Math.min(PAGES, Math.floor(herd.size / PAGE))) {
    const { path, ...request } = ask(cursors.at(-1));
    const { data } = await (await fetch(base + path, request)).json();
    cursors.push(data.queens.pageInfo.endCursor);
  }
  return cursors;
}

/** @throws unless both values are equal */
export function equal(found, expected, what) {
  if (found !== expected) throw new Error(`${what}: ${found} in place of ${expected}`);
}
