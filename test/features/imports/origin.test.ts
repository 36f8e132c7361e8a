import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serveGraphQL, type GraphQLServer } from '../../support/graphql-server.js';

let server: GraphQLServer;
let account: string;
beforeAll(async () => {
  server = await serveGraphQL();
  account = await server.make.account();
});
afterAll(() => server?.close());

test('origin data contain the first row that described a queen; all files that described her are listed', async () => {
  const { make } = server;
  const [queen, other] = await make.queens(account, [{ name: 'A' }, { name: 'B' }]);
  const second = await make.import(
    account,
    { filename: 'b.csv', headers: ['Name'], created_at: '2026-02-01T00:00:00Z' },
    [[queen!, 'A again']],
  );
  const first = await make.import(
    account,
    { filename: 'a.csv', headers: ['Name', '__proto__', 'Honig', 'Honig#2'], created_at: '2026-01-01T00:00:00Z' },
    [
      [other!, 'B'],
      [queen!, ' A ', 'x', '12,5', ''],
      [queen!, 'A', 'y'],
    ],
  );
  const fields = 'originData originImports { importId filename importedAt rows }';
  const { queens } = await server.data(account, `{ queens { nodes { name ${fields} } } }`);
  const row = JSON.parse('{ "Name": " A ", "__proto__": "x", "Honig": "12,5", "Honig#2": "" }');
  expect(queens.nodes[0]).toEqual({
    name: 'A',
    originData: row,
    originImports: [
      {
        importId: first,
        filename: 'a.csv',
        importedAt: '2026-01-01T00:00:00.000Z',
        rows: [row, JSON.parse('{ "Name": "A", "__proto__": "y" }')],
      },
      { importId: second, filename: 'b.csv', importedAt: '2026-02-01T00:00:00.000Z', rows: [{ Name: 'A again' }] },
    ],
  });
  expect(queens.nodes[1].originData).toEqual({ Name: 'B' });
});

test('a queen that no file described has no origin data and no files', async () => {
  const id = await server.make.queen(account, { name: 'By hand' });
  const query = 'query ($id: ID!) { queen(id: $id) { originData originImports { filename } } }';
  expect(await server.data(account, query, { id })).toEqual({ queen: { originData: null, originImports: [] } });
});

test('imports are listed, the newest first; an import whose file is still being received is not listed', async () => {
  const mine = await server.make.account();
  const { make } = server;
  await make.import(mine, {
    filename: 'old.csv',
    created_at: '2026-01-01T00:00:00Z',
    created: JSON.stringify({ queens: 3 }),
  });
  await make.import(mine, {
    filename: 'new.csv',
    created_at: '2026-02-01T00:00:00Z',
    status: 'running',
    rows: 8,
    done: 2,
  });
  const hidden = await make.import(mine, { filename: 'half.csv', status: 'receiving' });
  const { imports, import: none } = await server.data(
    mine,
    `query ($id: ID!) { import(id: $id) { id }
      imports { totalCount nodes { filename status progress created { queens hives } errors { message } } } }`,
    { id: hidden },
  );
  expect(none).toBeNull();
  expect(imports).toEqual({
    totalCount: 2,
    nodes: [
      { filename: 'new.csv', status: 'running', progress: 0.25, created: { queens: 0, hives: 0 }, errors: [] },
      { filename: 'old.csv', status: 'completed', progress: 1, created: { queens: 3, hives: 0 }, errors: [] },
    ],
  });
});
