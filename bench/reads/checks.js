/** Number of queens on a page. */
const PAGE = 50;
/** Maximum number of requested pages of a list. */
const PAGES = 200;

/** Returns a nested selection of the same fields of a queen and of her ancestors. */
export function nest(depth, fields, mother, father) {
  if (depth === 0) return fields;
  const above = nest(depth - 1, fields, mother, father);
  return `${fields} ${mother} { ${above} } ${father} { ${above} }`;
}

/** Yields the position and the external id of each ancestor in a nested response. */
export function* ancestorsIn(queen, mother, father, number, position = 1) {
  if (!queen) return;
  if (position > 1) yield [position, queen[number]];
  yield* ancestorsIn(queen[mother], mother, father, number, 2 * position);
  yield* ancestorsIn(queen[father], mother, father, number, 2 * position + 1);
}

/** @throws if a position has a wrong ancestor */
export function checkAncestors(herd, queen, depth, found) {
  const ancestors = herd.ancestors(queen, depth);
  checkEqual(found.length, ancestors.size, 'ancestors');
  for (const [position, number] of found)
    checkEqual(number, herd.externalId(ancestors.get(position)), `position ${position}`);
}

/** @throws if `queens` differ from the queens of the page in their number, order (by id) or evaluations */
export function checkPage(herd, page, queens, evaluationsOf) {
  checkEqual(queens.length, PAGE, 'queens of a page');
  for (const [index, queen] of queens.entries()) {
    const number = page * PAGE + index;
    checkEqual(queen.externalId, herd.externalId(number), `queen ${index} of page ${page}`);
    const years = (evaluations) =>
      [...evaluations]
        .map(({ year, honey }) => `${year} ${honey}`)
        .sort()
        .join();
    checkEqual(years(evaluationsOf(queen)), years(herd.evaluations(number)), 'evaluations');
  }
}

/**
 * Returns the cursors of pages of 50 queens.
 * @param requestAfter returns the request for the page after a cursor
 */
export async function pageStarts(herd, base, requestAfter) {
  const cursors = [null];
  while (cursors.length < Math.min(PAGES, Math.floor(herd.size / PAGE))) {
    const { path, ...request } = requestAfter(cursors.at(-1));
    const { data } = await (await fetch(base + path, request)).json();
    cursors.push(data.queens.pageInfo.endCursor);
  }
  return cursors;
}

/** @throws if the values are not equal */
export function checkEqual(found, expected, what) {
  if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`);
}
