import { checkEqual, nest, pageStarts, checkAncestors, checkPage, ancestorsIn } from './checks.js';

const SCALARS = 'rowId name externalId race birthDate status';
const TESTS = 'rowId year honey gentleness vigor wintering nonSwarming combBehavior hyg6h: hyg6H hyg24h: hyg24H';

/**
 * Declares, for PostGraphile, the only relation that has no foreign key: the father of a queen is the mate of her
 * mother.
 */
export const SMART_TAG =
  "comment on table queen is E'@foreignKey (account_id, father_id) references queen (account_id, id)'";

/** Returns the cases of PostGraphile. They read the same data as the cases of the service. */
export function peerCases({ herd, accountId, base }) {
  const queens = herd.shuffledYoungest();
  const queen = (n) => queens[n % queens.length];
  const post = (query, variables) => ({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { account: accountId, ...variables } }),
  });
  const about = (fields) => {
    const query = `query ($account: UUID!, $id: UUID!) {
      queen: queenByAccountIdAndRowId(accountId: $account, rowId: $id) { ${fields} } }`;
    return (n) => post(query, { id: herd.id(queen(n)) });
  };
  const parents = ['queenByAccountIdAndMotherId', 'queenByAccountIdAndFatherId'];
  const nested = (depth) => ({
    name: `PostGraphile, nested ${depth}`,
    group: `pedigree ${depth}`,
    request: about(nest(depth, SCALARS, ...parents)),
    check: (n, { data }) =>
      checkAncestors(herd, queen(n), depth, [...ancestorsIn(data.queen, ...parents, 'externalId')]),
  });

  const values = {
    name: 'PostGraphile, a queen with her values',
    group: 'values',
    request: about(
      `${SCALARS} ebv: breedingValuesByAccountIdAndQueenId { nodes { trait entityType raw normalized reliability } }`,
    ),
    check: (n, { data }) => checkEqual(data.queen.ebv.nodes.length, 16, 'values'),
  };
  const list = (fields) => `query ($account: UUID!, $after: Cursor) {
    queens: allQueens(condition: { accountId: $account }, first: 50, after: $after) {
      nodes { ${fields} } pageInfo { endCursor } } }`;
  const page = list(`${SCALARS} evaluations: evaluationsByAccountIdAndQueenId { nodes { ${TESTS} } }`);
  const cursors = [];
  return [
    ...[3, 5, 7].map(nested),
    {
      name: 'PostGraphile, 50 queens with their tests',
      group: 'page',
      async prepare() {
        cursors.push(...(await pageStarts(herd, base, (after) => post(list('rowId'), { after }))));
      },
      request: (n) => post(page, { after: cursors[n % cursors.length] }),
      check: (n, { data }) =>
        checkPage(herd, n % cursors.length, data.queens.nodes, ({ evaluations }) => evaluations.nodes),
    },
    values,
  ];
}
