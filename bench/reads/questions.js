const SCALARS = 'id name externalId race dateOfBirth status';
const TESTS = 'id year honey gentleness vigor wintering nonSwarming combBehavior hyg6h hyg24h';
const DEPTHS = { 3: 'THREE', 5: 'FIVE', 7: 'SEVEN' };
/** How many rows' tags, and how many pages, are at hand. */
const TAGS = 400;
const PAGES = 200;

/**
 * What the service is asked, case by case: `ask(n)` is the nth request, of another queen or page each time, and
 * `check(n, body)` throws where the answer to it is wrong. `prepare` asks what the requests need to know.
 */
export function questions({ herd, base, key }) {
  const asked = herd.asked();
  const queen = (n) => asked[n % asked.length];
  const authorization = `Bearer ${key}`;
  const get = (path, headers) => ({ method: 'GET', path, headers: { authorization, ...headers } });
  const post = (query, variables) => ({
    method: 'POST',
    path: '/graphql',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const about = (fields) => {
    const query = `query ($id: ID!) { queen(id: $id) { ${fields} } }`;
    return (n) => post(query, { id: herd.id(queen(n)) });
  };

  const flat = (depth) => ({
    name: `flat pedigree, depth ${depth}`,
    peer: `nested ${depth}`,
    depth,
    ask: about(`name pedigree(depth: ${DEPTHS[depth]}) { ancestors { position generation queen { ${SCALARS} } } }`),
    check(n, { data }) {
      const found = data.queen.pedigree.ancestors.map(({ position, queen }) => [position, queen.externalId]);
      sameAncestors(herd, queen(n), depth, found);
    },
  });
  const nested = (depth) => ({
    name: `nested pedigree, depth ${depth}`,
    peer: `nested ${depth}`,
    depth,
    ask: about(nest(depth, SCALARS, 'mother', 'father')),
    check: (n, { data }) =>
      sameAncestors(herd, queen(n), depth, [...tree(data.queen, 'mother', 'father', 'externalId')]),
  });
  const unchanged = (name, path) => {
    const tags = [];
    return {
      name,
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
  const pedigreePath = (n) => `/api/v1/queens/${herd.id(queen(n))}/pedigree?depth=7`;

  return [
    ...[3, 5, 7].map(flat),
    ...[3, 5, 7].map(nested),
    {
      name: 'REST pedigree, depth 7',
      peer: 'nested 7',
      depth: 7,
      ask: (n) => get(pedigreePath(n)),
      check: (n, { data }) => sameAncestors(herd, queen(n), 7, [...tree(data.tree, 'mother', 'father', 'external_id')]),
    },
    pages({ herd, base, authorization, post }),
    {
      name: 'a queen with her values',
      peer: 'values',
      ask: about(`${SCALARS} ebv { trait entityType raw normalized reliability }`),
      check: (n, { data }) => equal(data.queen.ebv.length, 16, 'values'),
    },
    unchanged('a queen, 304', (n) => `/api/v1/queens/${herd.id(queen(n))}`),
    unchanged('REST pedigree, 304', pedigreePath),
    { name: '/healthz', ask: () => ({ method: 'GET', path: '/healthz' }), check() {} },
  ];
}

/** Pages of 50 queens with their evaluations, in the usual order, each begun where another ends. */
function pages({ herd, base, post }) {
  const list = (fields) =>
    `query ($after: String) { queens(first: 50, after: $after) { nodes { ${fields} } pageInfo { endCursor } } }`;
  const query = list(`${SCALARS} evaluations { ${TESTS} }`);
  const cursors = [null];
  return {
    name: '50 queens with their tests',
    peer: 'page',
    async prepare() {
      const count = Math.min(PAGES, Math.floor(herd.size / 50));
      while (cursors.length < count) {
        const { path, ...request } = post(list('id'), { after: cursors.at(-1) });
        const { data } = await (await fetch(base + path, request)).json();
        cursors.push(data.queens.pageInfo.endCursor);
      }
    },
    ask: (n) => post(query, { after: cursors[n % cursors.length] }),
    check(n, { data }) {
      equal(data.queens.nodes.length, 50, 'queens of a page');
      for (const { externalId, evaluations } of data.queens.nodes) {
        equal(evaluations.length, [...herd.evaluations(herd.numberOf(externalId))].length, 'evaluations');
      }
    },
  };
}

/** The six scalars of a queen and of her ancestors, written out. */
export function nest(depth, scalars, mother, father) {
  if (depth === 0) return scalars;
  const above = nest(depth - 1, scalars, mother, father);
  return `${scalars} ${mother} { ${above} } ${father} { ${above} }`;
}

/** Positions and numbers of the ancestors in a nested answer. */
export function* tree(queen, mother, father, number, position = 1) {
  if (!queen) return;
  if (position > 1) yield [position, queen[number]];
  yield* tree(queen[mother], mother, father, number, 2 * position);
  yield* tree(queen[father], mother, father, number, 2 * position + 1);
}

/** @throws unless the ancestors found are those that a walk over the herd finds, each in her place */
export function sameAncestors(herd, queen, depth, found) {
  const ancestors = herd.ancestors(queen, depth);
  equal(found.length, ancestors.size, 'ancestors');
  for (const [position, number] of found)
    equal(number, herd.externalId(ancestors.get(position)), `position ${position}`);
}

export function equal(found, expected, what) {
  if (found !== expected) throw new Error(`${what}: ${found} in place of ${expected}`);
}
