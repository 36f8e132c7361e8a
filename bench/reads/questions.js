import { equal, nest, pageStarts, sameAncestors, samePage, tree } from './answers.js';

const SCALARS = 'id name externalId race dateOfBirth status';
const TESTS = 'id year honey gentleness vigor wintering nonSwarming combBehavior hyg6h hyg24h';
const DEPTHS = { 3: 'THREE', 5: 'FIVE', 7: 'SEVEN' };
/** How many rows' tags are at hand. */
const TAGS = 400;
/** As many queens as are looked at again and again. */
export const LOOKED_AT = 1000;

/**
 * What the service is asked, case by case: `ask(n)` is the nth request, of another queen or page each time, and
 * `check(n, body)` throws where the answer to it is wrong. `prepare` finds out what the requests need to know. A group
 * is what is compared with one another.
 * @param most how many queens are asked for before they come again
 */
export function questions({ herd, base, key, most = Infinity }) {
  const asked = herd.asked().slice(0, most);
  const queen = (n) => asked[n % asked.length];
  const authorization = `Bearer ${key}`;
  const get = (path, headers) => ({ method: 'GET', path, headers: { authorization, ...headers } });
  const post = (query, variables) => ({
    method: 'POST',
    path: '/graphql',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const about = (fields, which = queen) => {
    const query = `query ($id: ID!) { queen(id: $id) { ${fields} } }`;
    return (n) => post(query, { id: herd.id(which(n)) });
  };

  const flat = (depth) => ({
    name: `flat pedigree, depth ${depth}`,
    group: `pedigree ${depth}`,
    ask: about(`name pedigree(depth: ${DEPTHS[depth]}) { ancestors { position generation queen { ${SCALARS} } } }`),
    check(n, { data }) {
      const found = data.queen.pedigree.ancestors.map(({ position, queen }) => [position, queen.externalId]);
      sameAncestors(herd, queen(n), depth, found);
    },
  });
  const nested = (depth) => ({
    name: `nested pedigree, depth ${depth}`,
    group: `pedigree ${depth}`,
    ask: about(nest(depth, SCALARS, 'mother', 'father')),
    check: (n, { data }) =>
      sameAncestors(herd, queen(n), depth, [...tree(data.queen, 'mother', 'father', 'externalId')]),
  });
  const pedigreePath = (n) => `/api/v1/queens/${herd.id(queen(n))}/pedigree?depth=7`;
  const unchanged = (name, path) => {
    const tags = [];
    return {
      name,
      group: name,
      status: 304,
      async prepare() {
        for (let n = 0; n < TAGS; n += 1) {
          const answer = await fetch(base + path(n), { headers: { authorization } });
          await answer.arrayBuffer();
          tags.push(answer.headers.get('etag'));
        }
      },
      ask: (n) => get(path(n % TAGS), { 'if-none-match': tags[n % TAGS] }),
      check() {},
    };
  };
  const values = (name, group, which) => ({
    name,
    group,
    ask: about(`${SCALARS} ebv { trait entityType raw normalized reliability }`, which),
    check: (n, { data }) => equal(data.queen.ebv.length, 16, 'values'),
  });
  const list = (fields) =>
    `query ($after: String) { queens(first: 50, after: $after) { nodes { ${fields} } pageInfo { endCursor } } }`;
  const page = list(`${SCALARS} evaluations { ${TESTS} }`);
  const cursors = [];

  return [
    ...[3, 5, 7].flatMap((depth) => [flat(depth), nested(depth)]),
    {
      name: 'REST pedigree, depth 7',
      group: 'pedigree 7',
      ask: (n) => get(pedigreePath(n)),
      check: (n, { data }) => sameAncestors(herd, queen(n), 7, [...tree(data.tree, 'mother', 'father', 'external_id')]),
    },
    {
      name: '50 queens with their tests',
      group: 'page',
      async prepare() {
        cursors.push(...(await pageStarts(herd, base, (after) => post(list('id'), { after }))));
      },
      ask: (n) => post(page, { after: cursors[n % cursors.length] }),
      check: (n, { data }) => samePage(herd, data.queens.nodes, ({ evaluations }) => evaluations.length),
    },
    values('a queen with her values', 'values'),
    values('one of 1,000 queens with her values', 'values again', (n) => queen(n % LOOKED_AT)),
    unchanged('a queen, 304', (n) => `/api/v1/queens/${herd.id(queen(n))}`),
    unchanged('REST pedigree, 304', pedigreePath),
    { name: '/healthz', group: 'health', ask: () => ({ method: 'GET', path: '/healthz' }), check() {} },
  ];
}
