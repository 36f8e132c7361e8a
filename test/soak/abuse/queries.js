const repeat = (count, write) => Array.from({ length: count }, (_, n) => write(n)).join(' ');
const nested = (depth, open, inner) => open.repeat(depth) + inner + '}'.repeat(depth);

const doubling = (levels) =>
  `{ queens { nodes { ...f0 } } } ${repeat(levels, (n) => `fragment f${n} on Queen { mother { ...f${n + 1} } father { ...f${n + 1} } }`)} fragment f${levels} on Queen { id }`;
const typeNest = (depth) =>
  `{ __schema { types { fields { type ${nested(depth, '{ ofType ', '{ name ')} } } } } }`.replace(
    /ofType \}/g,
    'ofType }',
  );

/** Queries at the limits or above them. No query may cause an internal error. */
const BOMBS = {
  deep: `{ queens { nodes ${nested(5000, '{ mother ', '{ id ')} } }`,
  'the maximum depth': `{ queens(first: 100) { nodes ${nested(17, '{ mother ', '{ id ')} } }`,
  wide: `{ queens(first: 100) { nodes { ${repeat(9000, () => 'id')} } } }`,
  aliases: `{ ${repeat(2000, (n) => `a${n}: queens(first: 100) { totalCount }`)} }`,
  'the maximum number of aliases': `{ ${repeat(100, (n) => `a${n}: queens(first: 100, filter: { search: "${n}" }) { totalCount nodes { id mother { id offspring(first: 100) { nodes { id } } } } }`)} }`,
  'a hundred pedigrees': `{ ${repeat(99, (n) => `a${n}: queens(first: 100) { nodes { pedigree(depth: SEVEN) { ancestors { queen { id name } } } } }`)} }`,
  'a cycle of fragments':
    '{ queens { nodes { ...a } } } fragment a on Queen { mother { ...b } } fragment b on Queen { mother { ...a } }',
  'fragments that expand exponentially': doubling(40),
  'many fragments': `{ queens { nodes { ...f0 } } } ${repeat(1500, (n) => `fragment f${n} on Queen { ...f${n + 1} }`)} fragment f1500 on Queen { id }`,
  directives: `{ queens { nodes { id ${'@include(if: true) '.repeat(3000)} } } }`,
  'unknown directives': `{ queens { nodes { id ${repeat(3000, (n) => `@d${n}`)} } } }`,
  'unknown fields': `{ queens { nodes { ${repeat(3000, (n) => `nonsense${n}`)} } } }`,
  'conflicting arguments': `{ ${repeat(400, (n) => `queens(first: ${n}) { totalCount }`)} }`,
  introspection: typeNest(60),
  brackets: '{'.repeat(100_000),
  braces: `query (${repeat(3000, (n) => `$v${n}: ${'['.repeat(20)}Int${']'.repeat(20)}`)}) { queens { totalCount } }`,
  'a long name': `{ ${'a'.repeat(900_000)} }`,
  'a long string': `{ queens(filter: { search: "${'a'.repeat(900_000)}" }) { totalCount } }`,
  'block strings': `{ queens(filter: { search: """${'\n '.repeat(400_000)}""" }) { totalCount } }`,
  comments: `#${'a\n#'.repeat(400_000)}\n{ queens { totalCount } }`,
  operations: repeat(3000, (n) => `query q${n} { queens { totalCount } }`),
  subscription: 'subscription { queens { totalCount } }',
  'a list of filters': `{ ${repeat(90, (n) => `a${n}: queens(filter: { search: "%_%_%_%_%${n}" }) { totalCount }`)} }`,
};

/** Returns a document that the service has not received before. The document is short, but large after parsing. */
const newDocument = (n) => `#${n}\n{ __typename }\n${'#\n'.repeat(9_900)}`;

const VARIABLES = [
  { $: 'a', value: { id: 'x'.repeat(900_000) } },
  { $: 'many', value: Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`v${n}`, n])) },
  { $: 'deep', value: { id: JSON.parse('['.repeat(1000) + ']'.repeat(1000)) } },
];

export const queryBombs = {
  name: 'GraphQL bombs',
  async run({ program, short, responseLog }) {
    const send = async (body, label) => {
      const startedAt = performance.now();
      const response = await fetch(`${program.url}/graphql`, {
        method: 'POST',
        headers: { ...program.headers, 'Content-Type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      const text = await response.text();
      responseLog.add(
        { status: response.status, type: response.headers.get('Content-Type'), text },
        `GraphQL ${label}`,
      );
      return [performance.now() - startedAt, `${label}: ${response.status}`];
    };
    const durations = [];
    for (let round = 0; round < (short ? 1 : 5); round += 1) {
      for (const [label, query] of Object.entries(BOMBS)) durations.push(await send({ query }, label));
      for (const { $, value } of VARIABLES) {
        const query = 'query ($id: ID!) { queen(id: $id) { id } }';
        durations.push(await send({ query, variables: value }, `variables: ${$}`));
      }
      const batch = Array.from({ length: 5000 }, () => ({ query: '{ queens { totalCount } }' }));
      durations.push(await send(batch, 'a batch'));
      // Sends the most expensive allowed query several times at once.
      const expensive = BOMBS['the maximum number of aliases'];
      await Promise.all(
        Array.from({ length: 10 }, () => send({ query: expensive }, 'several expensive queries at the same time')),
      );
    }
    for (let n = 0; n < (short ? 300 : 3000); n += 1) {
      durations.push(await send({ query: newDocument(n) }, 'one of many documents'));
    }
    const [longest, which] = durations.reduce((most, each) => (each[0] > most[0] ? each : most));
    return `${durations.length} queries; the longest needed ${Math.round(longest)} ms (${which})`;
  },
};
