import { equal, nest, pageStarts, sameAncestors, samePage, tree } from './answers.js';

const SCALARS = 'id name externalId race dateOfBirth status';
const TESTS = 'id year honey gentleness vigor wintering nonSwarming combBehavior hyg6h hyg24h';
const DEPTHS = { 3: 'THREE', 5: 'FIVE', 7: 'SEVEN' };
/** Number of entity tags that a client keeps. */
const TAGS = 400;
/** Number of responses that are requested repeatedly, so that they come from the cache. */
const CACHED = 100;

/**
 * Requests to the service by case: `ask(n)` is the nth request, and `check(n, body)` throws for a wrong response.
 * `prepare` gets the data that requests need. Requests of one group are compared; `floor` contains the minimum ratios
 * of a row of the printed table. Each request is new, so that no response comes from the response cache. Only rows with
 * "cached" in their names repeat requests, and rows with "304" send the entity tag.
 * @param most number of queens that are requested before they repeat
 */
export function questions({ herd, base, key, most = Infinity }) {
  const asked = herd.asked().slice(0, most);
  const queen = (n) => asked[n % asked.length];
  const authorization = `Bearer ${key}`;
  const get = (path, headers) => ({ method: 'GET', path, headers: { authorization, ...headers } });
  let asks = 0;
  /** @param isNew makes the request a new one with the same cost */
  const post = (query, variables, isNew = true) => ({
    method: 'POST',
    path: '/graphql',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables, ...(isNew && { extensions: { asks: (asks += 1) } }) }),
  });
  const about = (fields) => {
    const query = `query ($id: ID!) { queen(id: $id) { ${fields} } }`;
    return (n, isNew) => post(query, { id: herd.id(queen(n)) }, isNew);
  };
  const cached = (question) => ({
    ...question,
    name: `${question.name}, cached`,
    floor: { ofPeer: 4 },
    ask: (n) => question.ask(n % CACHED, false),
    check: (n, body) => question.check(n % CACHED, body),
  });

  const flat = (depth) => ({
    name: `flat pedigree, depth ${depth}`,
    group: `pedigree ${depth}`,
    floor: { 3: { ofPeer: 3 }, 5: { ofPeer: 15 }, 7: { ofBare: 0.6, ofPeer: 300 } }[depth],
    ask: about(`name pedigree(depth: ${DEPTHS[depth]}) { ancestors { position generation queen { ${SCALARS} } } }`),
    check(n, { data }) {
      const found = data.queen.pedigree.ancestors.map(({ position, queen }) => [position, queen.externalId]);
      sameAncestors(herd, queen(n), depth, found);
    },
  });
  const nested = (depth) => ({
    name: `nested pedigree, depth ${depth}`,
    group: `pedigree ${depth}`,
    floor: { 3: { ofPeer: 3 }, 5: { ofPeer: 15 }, 7: { ofBare: 0.4, ofPeer: 300 } }[depth],
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
  const values = {
    name: 'a queen with her values',
    group: 'values',
    floor: { ofPeer: 1.5 },
    ask: about(`${SCALARS} ebv { trait entityType raw normalized reliability }`),
    check: (n, { data }) => equal(data.queen.ebv.length, 16, 'values'),
  };
  // All queens were created at the same time, so they are ordered by id, as by PostGraphile.
  const list = (fields) => `query ($after: String) {
    queens(first: 50, after: $after, sort: [{ field: CREATED_AT, direction: ASC }]) {
      nodes { ${fields} } pageInfo { endCursor } } }`;
  const page = list(`${SCALARS} evaluations { ${TESTS} }`);
  const cursors = [];
  const pages = {
    name: '50 queens with their tests',
    group: 'page',
    floor: { ofPeer: 1.5 },
    async prepare() {
      if (cursors.length > 0) return;
      cursors.push(...(await pageStarts(herd, base, (after) => post(list('id'), { after }))));
    },
    ask: (n, isNew) => post(page, { after: cursors[n % cursors.length] }, isNew),
    check: (n, { data }) => samePage(herd, n % cursors.length, data.queens.nodes, ({ evaluations }) => evaluations),
  };

  return [
    ...[3, 5, 7].flatMap((depth) => [flat(depth), nested(depth)]),
    ...[3, 5, 7].map((depth) => cached(flat(depth))),
    {
      name: 'REST pedigree, depth 7',
      group: 'pedigree 7',
      floor: { ofBare: 0.5, ofPeer: 300 },
      ask: (n) => get(pedigreePath(n)),
      check: (n, { data }) => sameAncestors(herd, queen(n), 7, [...tree(data.tree, 'mother', 'father', 'external_id')]),
    },
    pages,
    cached(pages),
    values,
    cached(values),
    unchanged('a queen, 304', (n) => `/api/v1/queens/${herd.id(queen(n))}`),
    unchanged('REST pedigree, 304', pedigreePath),
    { name: '/healthz', group: 'health', ask: () => ({ method: 'GET', path: '/healthz' }), check() {} },
  ];
}
