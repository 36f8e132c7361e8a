import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createApp, type App } from '../../../src/server/app.js';
import { readConfig } from '../../../src/core/config.js';
import { httpServer } from '../../../src/http/server.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { Client } from '../../support/service.js';
import { clientWithKey, makeKey } from './keys.js';

let database: TestDatabase;
let app: App;
let server: Server;
let anna: Client;
let logged = '';
beforeAll(async () => {
  database = await createTestDatabase();
  const sink = new Writable({
    write(chunk, _, done) {
      logged += String(chunk);
      done();
    },
  });
  const config = readConfig({ DEMO: 'off', ...database.environment });
  // Logs everything, including each statement, without redaction.
  const log = pino({ level: 'trace' }, sink);
  app = await createApp(config, log, { onStatement: (text) => log.trace(text) });
  server = httpServer(app.koa.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  anna = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await anna.post('/api/accounts', { email: 'anna@example.org', password: 'a good long password', name: 'Anna' });
});
afterAll(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await app?.close();
  await database?.drop();
});

/** All rows as text, by table. */
async function dump(): Promise<Map<string, string>> {
  const db = app.services.orm.database.kysely;
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(db);
  const texts = new Map<string, string>();
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, chr(10)) as text from ${sql.table(`${schema}.${name}`)} t`.execute(db);
    texts.set(name, rows[0]?.text ?? '');
  }
  return texts;
}

test('only the response that creates a key contains the raw key, and only the table api_key contains its hash', async () => {
  const created = [await makeKey(anna, { name: 'One' })];
  const mutation = 'mutation { createApiKey(input: { name: "Two", permissions: { queens: write } }) { key } }';
  created.push({ ...created[0]!, key: (await anna.graphql(mutation)).body.data.createApiKey.key });
  const rotated = await anna.post(`/api/api-keys/${created[0]!.id}/rotate`, { overlap_hours: 24 });
  created.push(rotated.body.data);

  const responses = [];
  for (const { key } of created) {
    const program = clientWithKey(anna, key);
    responses.push(
      await program.get('/api/v1/key'),
      await program.graphql('{ presentedKey { id name keyPrefix } me { id } queens { totalCount } }'),
      await program.get('/api/v1/queens'),
      await program.get('/api/v1/hives/x'),
      await program.get('/api/api-keys'),
      await program.post('/graphql', { query: '{ nothing }' }),
      await clientWithKey(anna, `${key}0`).get('/api/v1/queens'),
    );
  }
  responses.push(
    await anna.get('/api/api-keys'),
    await anna.get('/api/session'),
    await anna.get('/api/account'),
    await anna.graphql('{ apiKeys { nodes { id name keyPrefix permissions { queens } } } }'),
    await anna.graphql('{ __schema { types { name fields { name } } } }'),
    await anna.put(`/api/api-keys/${created[0]!.id}`, { name: 'Other' }),
    await anna.delete('/api/api-keys', { id: created[0]!.id }),
  );
  await app.services.keyUses.flush();

  const shown = responses.map(({ body, headers }) => JSON.stringify([body, [...headers]])).join('\n');
  const tables = await dump();
  expect(tables.get('api_key')).toContain('One');
  for (const { key } of created) {
    const middle = key.slice(16, -4);
    const hash = createHash('sha256').update(key).digest();
    for (const [table, text] of tables) {
      expect([table, text.includes(middle)]).toEqual([table, false]);
      expect([table, text.includes(hash.toString('hex'))]).toEqual([table, table === 'api_key']);
    }
    for (const text of [shown, logged]) {
      for (const secret of [middle, hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')]) {
        expect(text).not.toContain(secret);
      }
    }
  }
  expect(shown).not.toMatch(/hash/i);
  expect(logged).toContain('api_key');
});
