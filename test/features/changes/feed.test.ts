import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql, type Kysely } from 'kysely';
import { Migration20261121000005_changes } from '../../../migrations/Migration20261121000005_changes.js';
import { enableRowSecurity } from '../../../migrations/row-level-security.js';
import { grantRights } from '../../../src/db/row-level-security.js';
import { clientWithKey, makeKey, READ_ALL } from '../api-keys/keys.js';
import { factories, type Factories } from '../../support/factories.js';
import { sharedService, type SharedService } from '../../support/service.js';
import { Copy, type Entry } from './synchronized-copy.js';

let service: SharedService;
let client: Awaited<ReturnType<SharedService['register']>>;
let account: string;
let make: Factories;
let db: Kysely<unknown>;

beforeAll(async () => {
  service = await sharedService();
  db = service.services.orm.database.kysely;
  make = factories(db);
});
beforeEach(async () => {
  client = await service.register();
  account = client.account.id;
});

const kindsOf = (entries: Entry[]) => entries.map(({ kind }) => kind);

/** Inserts one row of each kind, in the order of `INSERTED_KINDS`. */
async function insertRows() {
  const queen = await make.queen(account);
  const evaluation = await make.evaluation(account, queen);
  const apiary = await make.apiary(account);
  const hive = await make.hive(account);
  const run = await make.run(account);
  return { queen, evaluation, apiary, hive, run };
}
const INSERTED_KINDS = ['queen', 'evaluation', 'apiary', 'hive', 'ebv_run'];

test('entries of the feed are sorted by latest change, and contain the same data as a request for the row', async () => {
  const { queen, evaluation, apiary, hive, run } = await insertRows();
  await sql`update queen set notes = 'seen' where account_id = ${account} and id = ${queen}`.execute(db);
  await sql`delete from evaluation where account_id = ${account}`.execute(db);
  const { status, body } = await client.get('/api/changes');
  expect(status).toBe(200);
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/);
  const shown = async (path: string) => (await client.get(path)).body.data as Record<string, unknown>;
  // The feed omits the progress of each trait and the warnings of a run.
  const { trait_progress: progress, warnings, more_warnings: more, ...shownRun } = await shown(`/api/ebv/runs/${run}`);
  expect([progress, warnings, more]).toEqual([expect.any(Array), [], 0]);
  expect(body).toEqual({
    data: [
      { kind: 'apiary', id: apiary, change: 'upsert', changed_at: at, data: await shown(`/api/apiaries/${apiary}`) },
      { kind: 'hive', id: hive, change: 'upsert', changed_at: at, data: await shown(`/api/hives/${hive}`) },
      { kind: 'ebv_run', id: run, change: 'upsert', changed_at: at, data: shownRun },
      { kind: 'queen', id: queen, change: 'upsert', changed_at: at, data: expect.objectContaining({ notes: 'seen' }) },
      { kind: 'evaluation', id: evaluation, change: 'delete', changed_at: at },
    ],
    page: { limit: 20, offset: null, total: 5, next_cursor: null },
    resume_cursor: expect.any(String),
  });
  const times = (body.data as Entry[]).map(({ changed_at }) => changed_at);
  expect(times).toEqual([...times].sort());
});

test('the total in a page of the feed is correct even if rows were written since the previous page', async () => {
  const { queen } = await insertRows();
  const page = async (cursor = '') => (await client.get(`/api/changes?limit=2${cursor}`)).body;
  const first = await page();
  const behind = `&cursor=${first.resume_cursor}`;
  expect([first.page.total, (await page(behind)).page.total]).toEqual([5, 3]);
  await sql`update queen set notes = 'seen' where account_id = ${account} and id = ${queen}`.execute(db);
  expect((await page(behind)).page.total).toBe(4);
  await make.queen(account);
  expect([(await page(behind)).page.total, (await page()).page.total]).toEqual([5, 6]);
});

test('the cursor of a page of the feed leads to the next page or to later writes; the total is the number of remaining entries', async () => {
  await insertRows();
  const first = await client.get('/api/changes?limit=3');
  expect(kindsOf(first.body.data)).toEqual(INSERTED_KINDS.slice(0, 3));
  expect(first.body.page).toMatchObject({ limit: 3, total: 5, next_cursor: first.body.resume_cursor });
  const [, next] = /^<(.+)>; rel="next"$/.exec(first.headers.get('Link')!)!;
  const last = await client.get(next!);
  expect(kindsOf(last.body.data)).toEqual(INSERTED_KINDS.slice(3));
  expect(last.body.page).toEqual({ limit: 3, offset: null, total: 2, next_cursor: null });
  expect(last.headers.get('Link')).toBeNull();

  const empty = await client.get(`/api/changes?cursor=${last.body.resume_cursor}`);
  expect(empty.body).toEqual({
    data: [],
    page: { limit: 20, offset: null, total: 0, next_cursor: null },
    resume_cursor: last.body.resume_cursor,
  });
  const apiary = await make.apiary(account);
  const after = await client.get(`/api/changes?cursor=${empty.body.resume_cursor}`);
  expect(after.body.data).toMatchObject([{ kind: 'apiary', id: apiary, change: 'upsert' }]);
});

test('a client can follow the changes of an account that has no rows yet', async () => {
  const copy = new Copy(client);
  expect(await copy.follow()).toEqual([]);
  await insertRows();
  expect(kindsOf(await copy.follow())).toEqual(INSERTED_KINDS);
});

test('each row of a transaction appears in the feed exactly once, even if the transaction fills several pages', async () => {
  const ids = Array.from({ length: 250 }, (_, index) => ({ name: `Q ${index}` }));
  const inserted = await make.queens(account, ids);
  const entries = await new Copy(client, 7).follow();
  expect(entries.map(({ id }) => id)).toEqual([...inserted].sort());
  expect(new Set(entries.map(({ changed_at }) => changed_at)).size).toBe(1);
});

test('updated_since returns the changes at and after the given time', async () => {
  const { apiary } = await insertRows();
  const { body } = await client.get('/api/changes');
  const since = (body.data as Entry[]).find(({ id }) => id === apiary)!.changed_at;
  const expected = (body.data as Entry[]).filter(({ changed_at }) => changed_at >= since);
  expect(expected.map(({ kind }) => kind)).toEqual(expect.arrayContaining(INSERTED_KINDS.slice(2)));
  const page = await client.get(`/api/changes?updated_since=${since}`);
  expect(page.body.data).toEqual(expected);
  expect(page.body.page.total).toBe(expected.length);
  const [, next] = /<(.+)>/.exec(
    (await client.get(`/api/changes?limit=1&updated_since=${since}`)).headers.get('Link')!,
  )!;
  expect((await client.get(next!)).body.data).toEqual([expected[1]]);

  for (const far of ['2200-01-01', '9999-12-31']) {
    const none = await client.get(`/api/changes?updated_since=${far}`);
    expect([none.status, none.body.data]).toEqual([200, []]);
    expect((await client.get(`/api/changes?cursor=${none.body.resume_cursor}`)).status).toBe(200);
  }
  expect((await client.get('/api/changes?updated_since=0001-01-01')).body.page.total).toBe(5);
});

test('a client can follow one kind of row; the cursor of this kind is rejected in a request for all kinds', async () => {
  await insertRows();
  for (const kind of INSERTED_KINDS) {
    const { body } = await client.get(`/api/changes?kind=${kind}`);
    expect(kindsOf(body.data)).toEqual([kind]);
    const widened = await client.get(`/api/changes?cursor=${body.resume_cursor}`);
    expect(widened.status).toBe(400);
    expect(widened.body.errors).toMatchObject([{ path: 'cursor', message: expect.stringMatching(/start again/) }]);
    expect((await client.get(`/api/changes?kind=${kind}&cursor=${body.resume_cursor}`)).body.data).toEqual([]);
  }
});

test('all errors of a request for the feed are reported', async () => {
  const { status, body } = await client.get('/api/changes?limit=101&offset=1&kind=bee&updated_since=now&cursor=x');
  expect(status).toBe(400);
  expect(body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    'cursor', 'kind', 'limit', 'offset', 'updated_since',
  ]); // prettier-ignore
  const bad = [
    ['queens', 'apiary', 1, 'apiary', account],
    ['changes', 'apiary', -1.5, 'apiary', account],
    ['changes', 'apiary', 1e300, 'apiary', account],
    ['changes', 'apiary', '1', 'apiary', account],
    ['changes', 'apiary', 1, 'bee', account],
    ['changes', 'apiary', 1, 'apiary', 'x'],
    ['changes', null, 1, 'apiary', account],
    ['changes', 'apiary', 1, 'apiary'],
  ];
  for (const place of bad) {
    const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
    const response = await client.get(`/api/changes?kind=apiary&cursor=${cursor}`);
    expect(response.status).toBe(400);
    expect(response.body.errors).toMatchObject([{ path: 'cursor' }]);
  }
  expect((await client.graphql('{ changes(first: 0) { totalCount } }')).body.errors[0].extensions).toMatchObject({
    errors: [{ path: 'first' }],
  });
});

test('GraphQL returns the same entries as REST, with each row in the field of its kind', async () => {
  const { queen } = await insertRows();
  const { body } =
    await client.graphql(`{ changes(first: 2) { totalCount resumeCursor pageInfo { endCursor hasNextPage hasPreviousPage }
    edges { cursor } nodes { kind id change changedAt queen { name } evaluation { queenId } hive { id } } } }`);
  expect(body.errors).toBeUndefined();
  const { changes } = body.data;
  expect(changes).toMatchObject({ totalCount: 5, resumeCursor: changes.pageInfo.endCursor, edges: [{}, {}] });
  expect(changes.nodes).toMatchObject([
    { kind: 'queen', id: queen, change: 'upsert', queen: { name: expect.any(String) }, evaluation: null, hive: null },
    { kind: 'evaluation', change: 'upsert', queen: null, evaluation: { queenId: queen } },
  ]);
  expect(changes.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  const rest = await client.graphql(
    `{ changes(after: "${changes.resumeCursor}") { pageInfo { hasNextPage hasPreviousPage } nodes { kind ebvRun { id } } } }`,
  );
  expect(rest.body.data.changes.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true });
  expect(rest.body.data.changes.nodes.map(({ kind }: Entry) => kind)).toEqual(['apiary', 'hive', 'ebvRun']);
});

describe('a key', () => {
  const keyWith = async (permissions: object) => {
    const { key, id } = await makeKey(client, { permissions });
    return Object.assign(clientWithKey(service, key), { id });
  };

  test.each([
    ['queens', ['queen']],
    ['evaluations', ['evaluation']],
    ['hive', ['apiary', 'hive']],
    ['blup', ['ebv_run']],
  ])(
    'without permission for %s sees neither the entries of this resource nor their number',
    async (resource, kinds) => {
      await insertRows();
      const key = await keyWith({ ...READ_ALL, [resource]: 'none' });
      const rest = INSERTED_KINDS.filter((kind) => !kinds.includes(kind));
      const { body } = await key.get('/api/changes');
      expect(kindsOf(body.data)).toEqual(rest);
      expect(body.data.every(({ data }: Entry) => data?.id !== undefined)).toBe(true);
      expect(body.page.total).toBe(rest.length);
      const refused = await key.get(`/api/changes?kind=${kinds[0]!}`);
      expect([refused.status, refused.body.required]).toEqual([403, { resource, level: 'read' }]);
    },
  );

  test('gets no entries if it has permission only for the feed, and is refused without this permission', async () => {
    await insertRows();
    const alone = await (await keyWith({ account: 'read' })).get('/api/changes');
    expect([alone.status, alone.body.data, alone.body.page.total]).toEqual([200, [], 0]);
    const without = await (await keyWith({ ...READ_ALL, account: 'none' })).get('/api/changes');
    expect([without.status, without.body.required]).toEqual([403, { resource: 'account', level: 'read' }]);
  });

  test('must start again without a cursor if it has more permissions than before, but can continue if it has fewer permissions', async () => {
    await insertRows();
    const less = await keyWith({ ...READ_ALL, evaluations: 'none' });
    const { body } = await less.get('/api/changes');
    const widened = await client.get(`/api/changes?cursor=${body.resume_cursor}`);
    expect(widened.body.errors).toMatchObject([{ path: 'cursor', message: expect.stringMatching(/evaluation/) }]);
    const unlimited = await client.get('/api/changes?limit=2');
    const narrowed = await less.get(`/api/changes?cursor=${unlimited.body.resume_cursor}`);
    expect(kindsOf(narrowed.body.data)).toEqual(INSERTED_KINDS.slice(2));
  });
});

test('the feed contains no entries of other accounts', async () => {
  await insertRows();
  const other = await service.register();
  expect((await other.get('/api/changes')).body.page.total).toBe(0);
});

test('rows that were written before the feed existed appear in the feed with the time of their last change', async () => {
  const migration = (direction: 'up' | 'down') => {
    const created = new Migration20261121000005_changes({} as never, {} as never);
    created[direction]();
    return created.getQueries() as string[];
  };
  const run = async (direction: 'up' | 'down') => {
    for (const statement of migration(direction)) await sql.raw(statement).execute(db);
  };
  await run('down');
  const { queen, apiary } = await insertRows();
  await sql`update queen set updated_at = '2020-01-01T00:00:00Z' where account_id = ${account}`.execute(db);
  await sql`delete from evaluation where account_id = ${account}`.execute(db);
  await run('up');
  for (const statement of ['change', 'change_clock'].flatMap((table) => enableRowSecurity(table))) {
    await sql.raw(statement).execute(db);
  }
  await grantRights(service.services.orm.database);
  const copy = new Copy(client);
  const entries = await copy.follow();
  expect(kindsOf(entries).sort()).toEqual(['apiary', 'ebv_run', 'hive', 'queen']);
  expect(entries[0]).toMatchObject({ id: queen, changed_at: '2020-01-01T00:00:00.000Z' });
  await sql`update apiary set notes = 'seen' where account_id = ${account}`.execute(db);
  expect((await copy.follow()).map(({ id }) => id)).toEqual([apiary]);
});
