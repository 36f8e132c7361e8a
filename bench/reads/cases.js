import { checkEqual, nest, pageStarts, checkAncestors, checkPage, ancestorsIn } from './checks.js';

const SCALARS = 'id name externalId race dateOfBirth status';
const TESTS = 'id year honey gentleness vigor wintering nonSwarming combBehavior hyg6h hyg24h';
const DEPTHS = { 3: 'THREE', 5: 'FIVE', 7: 'SEVEN' };
/** Number of entity tags that a client stores. */
const TAGS = 400;
/** Number of requests that a cached case repeats. */
const CACHED = 100;

/**
 * Returns the cases of the service. `prepare` reads the data that requests need. `request(n)` returns the nth request
 * of a case, and consecutive requests are for different queens. `status` is the expected status, and `check(n, body)`
 * throws for a wrong response. `floor` contains the minimum values of the ratios in the printed table. Cases of one
 * group are compared with each other. A case normally sends only new requests, so that no response comes from the
 * response cache. Exceptions are cases with "cached" in their names, which repeat requests, and cases with "304", which
 * send the entity tag.
 * @param maxQueens maximum number of different queens; later requests start again with the first queen
 */
export function serviceCases({ herd, base, key, maxQueens = Infinity }) {
  const queens = herd.shuffledYoungest().slice(0, maxQueens);
  const queen = (n) => queens[n % queens.length];
  const authorization = `Bearer ${key}`;
  const get = (path, headers) => ({ method: 'GET', path, headers: { authorization, ...headers } });
  let sent = 0;
  /** @param isNew true: makes the request different from all earlier requests, at the same cost */
  const post = (query, variables, isNew = true) => ({
    method: 'POST',
    path: '/graphql',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables, ...(isNew && { extensions: { sent: (sent += 1) } }) }),
  });
  const about = (fields) => {
    const query = `query ($id: ID!) { queen(id: $id) { ${fields} } }`;
    return (n, isNew) => post(query, { id: herd.id(queen(n)) }, isNew);
  };
  const cached = (readCase) => ({
    ...readCase,
    name: `${readCase.name}, cached`,
    floor: { ofPeer: 4 },
    request: (n) => readCase.request(n % CACHED, false),
    check: (n, body) => readCase.check(n % CACHED, body),
  });

  const flat = (depth) => ({
    name: `flat pedigree, depth ${depth}`,
    group: `pedigree ${depth}`,
    floor: { 3: { ofPeer: 3 }, 5: { ofPeer: 15 }, 7: { ofBare: 0.6, ofPeer: 300 } }[depth],
    request: about(`name pedigree(depth: ${DEPTHS[depth]}) { ancestors { position generation queen { ${SCALARS} } } }`),
    check(n, { data }) {
      const found = data.queen.pedigree.ancestors.map(({ position, queen }) => [position, queen.externalId]);
      checkAncestors(herd, queen(n), depth, found);
    },
  });
  const nested = (depth) => ({
    name: `nested pedigree, depth ${depth}`,
    group: `pedigree ${depth}`,
    floor: { 3: { ofPeer: 3 }, 5: { ofPeer: 15 }, 7: { ofBare: 0.4, ofPeer: 300 } }[depth],
    request: about(nest(depth, SCALARS, 'mother', 'father')),
    check: (n, { data }) =>
      checkAncestors(herd, queen(n), depth, [...ancestorsIn(data.queen, 'mother', 'father', 'externalId')]),
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
          const response = await fetch(base + path(n), { headers: { authorization } });
          await response.arrayBuffer();
          tags.push(response.headers.get('etag'));
        }
      },
      request: (n) => get(path(n % TAGS), { 'if-none-match': tags[n % TAGS] }),
      check() {},
    };
  };
  const values = {
    name: 'a queen with her values',
    group: 'values',
    floor: { ofPeer: 1.5 },
    request: about(`${SCALARS} ebv { trait entityType raw normalized reliability }`),
    check: (n, { data }) => checkEqual(data.queen.ebv.length, 16, 'values'),
  };
  // All queens were created at the same time, so this query returns them in the order of their ids, like the query of
  // PostGraphile.
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
    request: (n, isNew) => post(page, { after: cursors[n % cursors.length] }, isNew),
    check: (n, { data }) => checkPage(herd, n % cursors.length, data.queens.nodes, ({ evaluations }) => evaluations),
  };

  return [
    ...[3, 5, 7].flatMap((depth) => [flat(depth), nested(depth)]),
    ...[3, 5, 7].map((depth) => cached(flat(depth))),
    {
      name: 'REST pedigree, depth 7',
      group: 'pedigree 7',
      floor: { ofBare: 0.5, ofPeer: 300 },
      request: (n) => get(pedigreePath(n)),
      check: (n, { data }) =>
        checkAncestors(herd, queen(n), 7, [...ancestorsIn(data.tree, 'mother', 'father', 'external_id')]),
    },
    pages,
    cached(pages),
    values,
    cached(values),
    unchanged('a queen, 304', (n) => `/api/v1/queens/${herd.id(queen(n))}`),
    unchanged('REST pedigree, 304', pedigreePath),
    { name: '/healthz', group: 'health', request: () => ({ method: 'GET', path: '/healthz' }), check() {} },
  ];
}
