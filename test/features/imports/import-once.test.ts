import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { sharedService, type SharedService } from '../../support/service.js';
import { download } from './archives.js';
import { waitForEnd } from './uploads.js';

let service: SharedService;
let client: Awaited<ReturnType<SharedService['register']>>;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

const FILE = 'queen_name\nAnna\nBerta\n';

interface Sent {
  key?: string;
  name?: string;
  content?: string | Buffer;
  fields?: Record<string, string>;
}

function send({ key = 'once', name = 'queens.csv', content = FILE, fields = {} }: Sent = {}, as = client) {
  as.headers['Idempotency-Key'] = key;
  const response = as.upload('/api/imports', name, content, fields);
  delete as.headers['Idempotency-Key'];
  return response;
}

const imports = async () => (await client.get('/api/imports')).body.page.total as number;

test('a repeated upload with the same Idempotency-Key returns the first import', async () => {
  const first = await send();
  expect(first.status).toBe(202);
  const { id } = first.body.data;
  await waitForEnd(client, id);
  const again = await send();
  expect([again.status, again.headers.get('Location')]).toEqual([202, `/api/v1/imports/${id}`]);
  expect(again.body.data).toMatchObject({ id, status: 'completed', created: { queens: 2 } });
  expect(await imports()).toBe(1);
  const other = await send({ key: 'another' });
  expect([other.status, other.body.data.id === id]).toEqual([202, false]);
  expect(await imports()).toBe(2);
});

test.each<[string, Sent]>([
  ['another file', { content: `${FILE}Cora\n` }],
  ['another filename', { name: 'other.csv' }],
  ['a dry run', { fields: { dry_run: 'true' } }],
  ['another generation', { fields: { generation: 'F0' } }],
])('after an upload, %s with the same Idempotency-Key is refused as a different request', async (_, sent) => {
  const { id } = (await send()).body.data;
  const { status, body } = await send(sent);
  expect([status, body.code]).toEqual([409, 'conflict']);
  expect((await waitForEnd(client, id)).created).toMatchObject({ queens: 2 });
  expect(await imports()).toBe(1);
  // A POST of a queen with the same key is refused, too.
  client.headers['Idempotency-Key'] = 'once';
  const { status: ofRow } = await client.post('/api/queens/f0', { queen_name: 'Dora' });
  delete client.headers['Idempotency-Key'];
  expect(ofRow).toBe(409);
});

test('of several concurrent uploads with the same Idempotency-Key, only one is imported', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => send()));
  expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
  const ids = new Set(responses.map(({ body }) => body.data.id as string));
  expect(ids.size).toBe(1);
  expect((await waitForEnd(client, [...ids][0]!)).created).toMatchObject({ queens: 2 });
  expect(await imports()).toBe(1);
  const { rows } = await sql`
    select from import_draft where account_id = ${client.account.id}
    union all select from import where account_id = ${client.account.id} and status = 'receiving'`.execute(
    service.services.orm.database.kysely,
  );
  expect(rows).toEqual([]);
});

test('after a refused upload, its Idempotency-Key can be used again; other accounts can use the same key', async () => {
  expect((await send({ content: 'nothing\nof use\n' })).status).toBe(400);
  expect((await send()).status).toBe(202);
  const berta = await service.register();
  expect((await send({ content: 'queen_name\nCora\n' }, berta)).status).toBe(202);
  expect((await send({ key: 'ä b' })).body.errors).toMatchObject([{ path: 'Idempotency-Key' }]);
});

test('a repeated upload of an export with the same Idempotency-Key succeeds, although the account is no longer empty', async () => {
  await client.post('/api/queens/f0', { queen_name: 'Anna' });
  const content = await download(client);
  client = await service.register();
  const first = await send({ name: 'queenbook.zip', content });
  expect((await waitForEnd(client, first.body.data.id)).status).toBe('completed');
  const again = await send({ name: 'queenbook.zip', content });
  expect([again.status, again.body.data.id]).toEqual([202, first.body.data.id]);
});

test('after a day, a repeated upload with the same Idempotency-Key is a new request', async () => {
  const { id } = (await send()).body.data;
  await waitForEnd(client, id);
  await sql`update idempotency_key set created_at = now() - interval '25 hours'`.execute(
    service.services.orm.database.kysely,
  );
  const later = await send();
  expect([later.status, later.body.data.id === id]).toEqual([202, false]);
});
