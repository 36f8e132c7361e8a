import { equal, nest, pageStarts, sameAncestors, samePage, tree } from './answers.js';

const SCALARS = 'rowId name externalId race birthDate status';
const TESTS = 'rowId year honey gentleness vigor wintering nonSwarming combBehavior hyg6h: hyg6H hyg24h: hyg24H';

/** Declares to PostGraphile the one relation without a foreign key: the father of a queen is the mate of her mother. */
export const SMART_TAG =
  "comment on table queen is E'@foreignKey (account_id, father_id) references queen (account_id, id)'";

/** The requests to PostGraphile: the same data as from the service. */
export function peerQuestions({ herd, accountId, base }) {
  const asked = herd.asked();
  const queen = (n) => asked[n % asked.length];
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
    ask: about(nest(depth, SCALARS, ...parents)),
    check: (n, { data }) => sameAncestors(herd, queen(n), depth, [...tree(data.queen, ...parents, 'externalId')]),
  });

  const values = {
    name: 'PostGraphile, a queen with her values',
    group: 'values',
    ask: about(
      `${SCALARS} ebv: breedingValuesByAccountIdAndQueenId { nodes { trait entityType raw normalized reliability } }`,
    ),
    check: (n, { data }) => equal(data.queen.ebv.nodes.length, 16, 'values'),
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
      ask: (n) => post(page, { after: cursors[n % cursors.length] }),
      check: (n, { data }) =>
        samePage(herd, n % cursors.length, data.queens.nodes, ({ evaluations }) => evaluations.nodes),
    },
    values,
  ];
}
