import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createPasswordLink } from '../../../src/features/accounts/password-links.js';
import { flushAuditTrail } from '../../../src/features/audit/background.js';
import { MAX_EVENTS_PER_ACTION, sweepAudit } from '../../../src/features/audit/sweep.js';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { cookies, exported } from '../imports/archives.js';
import { importFile } from '../imports/uploads.js';
import { openAccount } from '../../support/accounts.js';
import { sharedService, type Client, type SharedService } from '../../support/service.js';

interface Event {
  id: string;
  action: string;
  actor: string;
  key_id: string | null;
  subject_id: string | null;
  address: string | null;
  count: number;
  happened_at: string;
}

let service: SharedService;
let anna: Awaited<ReturnType<SharedService['register']>>;
const db = () => service.services.orm.database.kysely;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  anna = await openAccount(service.visitor());
});

async function trail(client: Client, query = ''): Promise<Event[]> {
  await flushAuditTrail();
  return (await client.get(`/api/v1/account/audit?limit=100${query}`)).body.data;
}
/** Events after the creation of the account and the first sign-in, oldest first. */
const since = async (client: Client) => (await trail(client)).reverse().slice(2);
const actions = async (client: Client) => (await since(client)).map(({ action }) => action);

describe('in the audit trail of sign-ins', () => {
  test('the trail starts with the creation of the account and the first sign-in, with addresses', async () => {
    const events = await trail(anna);
    expect(events.map(({ action, actor, address }) => [action, actor, address])).toEqual([
      ['signed_in', 'session', '127.0.0.1'],
      ['account_opened', 'visitor', '127.0.0.1'],
    ]);
  });

  test('only the network of an IPv6 address is stored', async () => {
    const { email, password } = anna.account;
    const headers = { 'X-Real-IP': '2001:db8:1:2:3::4' };
    await service.visitor().post('/api/session', { email, password }, { headers });
    expect(await since(anna)).toMatchObject([{ action: 'signed_in', address: '2001:db8:1:2::/64' }]);
  });

  test('wrong passwords are recorded as one event with a count, in the trail of the account', async () => {
    const bea = await openAccount(service.visitor());
    for (let tries = 0; tries < 3; tries += 1) {
      await service.visitor().post('/api/session', { email: anna.account.email, password: `wrong ${tries}` });
      await flushAuditTrail();
    }
    await service.visitor().post('/api/session', { email: 'nobody@example.org', password: 'wrong' });
    expect(await since(anna)).toMatchObject([{ action: 'sign_in_failed', actor: 'visitor', count: 3 }]);
    expect(await actions(bea)).toEqual([]);
  });

  // Otherwise, the address of the owner's own mistake could hide the address of somebody who guesses passwords.
  test('wrong passwords from different networks are different events', async () => {
    for (const network of ['192.0.2.1', '198.51.100.1', '192.0.2.1']) {
      const headers = { 'X-Real-IP': network };
      await service.visitor().post('/api/session', { email: anna.account.email, password: 'wrong' }, { headers });
      await flushAuditTrail();
    }
    expect(await since(anna)).toMatchObject([
      { action: 'sign_in_failed', address: '192.0.2.1', count: 2 },
      { action: 'sign_in_failed', address: '198.51.100.1', count: 1 },
    ]);
  });

  test('ending a session is recorded once', async () => {
    const { email, password } = anna.account;
    const phone = service.visitor();
    await phone.post('/api/session', { email, password });
    await phone.delete('/api/session');
    await phone.delete('/api/session');
    expect(await actions(anna)).toEqual(['signed_in', 'signed_out']);
  });

  test('password changes are recorded, both with the old password and with a link', async () => {
    const { id, email, password } = anna.account;
    await anna.put('/api/account/password', { current_password: password, new_password: 'another long password' });
    const token = await createPasswordLink(service.services, id);
    await service.visitor().post('/api/account/password-link', { token, new_password: password });
    await anna.post('/api/session', { email, password });
    expect((await since(anna)).map(({ action, actor }) => [action, actor])).toEqual([
      ['password_changed', 'session'],
      ['password_link_made', 'operator'],
      ['password_link_used', 'visitor'],
      ['signed_in', 'session'],
    ]);
  });
});

describe('in the audit trail of keys', () => {
  test('events of a key contain the id of the key', async () => {
    const { id } = await makeKey(anna);
    await anna.put(`/api/api-keys/${id}`, { name: 'Scale', status: 'disabled' });
    await anna.put(`/api/api-keys/${id}`, { status: 'enabled' });
    const { body } = await anna.post(`/api/api-keys/${id}/rotate`, { overlap_hours: 24 });
    await anna.delete('/api/api-keys', { id });
    await anna.delete('/api/api-keys', { id: body.data.id });
    await anna.delete('/api/api-keys', { id: body.data.id });
    expect((await since(anna)).map(({ action, subject_id }) => [action, subject_id])).toEqual([
      ['key_created', id],
      ['key_renamed', id],
      ['key_disabled', id],
      ['key_enabled', id],
      ['key_rotated', id],
      ['key_created', body.data.id],
      ['key_revoked', id],
      ['key_revoked', body.data.id],
    ]);
  });

  test('failed requests are not recorded', async () => {
    const { id } = await makeKey(anna);
    await anna.delete('/api/api-keys', { id });
    await anna.put(`/api/api-keys/${id}`, { status: 'enabled' });
    await anna.post(`/api/api-keys/${id}/rotate`);
    await anna.post('/api/api-keys', { name: '' });
    expect(await actions(anna)).toEqual(['key_created', 'key_revoked']);
  });

  test('a refused key is recorded once for many requests; a valid key is not recorded', async () => {
    const { id, key } = await makeKey(anna, { ip_allowlist: ['192.0.2.0/24'] });
    for (let times = 0; times < 5; times += 1) {
      expect((await clientWithKey(service, key).get('/api/v1/queens')).status).toBe(403);
    }
    const other = await makeKey(anna);
    expect((await clientWithKey(service, other.key).get('/api/v1/queens')).status).toBe(200);
    const [refused, ...more] = await trail(anna, '&action=key_refused');
    expect(refused).toMatchObject({ actor: 'visitor', subject_id: id, key_id: null, address: '127.0.0.1', count: 1 });
    expect(more).toEqual([]);
  });
});

describe('in the audit trail of data', () => {
  test('deletions are recorded with the caller; several deletions by one caller within an hour are one event', async () => {
    const { id: keyId, key } = await makeKey(anna);
    const writer = await makeKey(anna, { permissions: { queens: 'write' } });
    const program = clientWithKey(service, writer.key);
    const otherWriter = await makeKey(anna, { permissions: { queens: 'write' } });
    const queens = await anna.post(
      '/api/queens/f0/bulk',
      ['Ada', 'Bea', 'Cleo', 'Dora', 'Emma'].map((queen_name) => ({ queen_name })),
    );
    const [ada, bea, cleo, dora, emma] = queens.body.data.map((queen: { id: string }) => queen.id);
    await anna.delete(`/api/queens/f0/${ada}`);
    for (const id of [bea, cleo]) expect((await program.delete(`/api/v1/queens/${id}`)).status).toBe(204);
    expect((await clientWithKey(service, key).delete(`/api/v1/queens/${dora}`)).status).toBe(403);
    await clientWithKey(service, otherWriter.key).delete(`/api/v1/queens/${emma}`);
    const events = await trail(anna, '&action=queen_deleted');
    expect(events.map(({ actor, key_id, subject_id, count }) => [actor, key_id, subject_id, count])).toEqual([
      ['key', otherWriter.id, emma, 1],
      ['key', writer.id, null, 2],
      ['session', null, ada, 1],
    ]);
    expect(keyId).not.toBe(writer.id);
  });

  test('deletions of every kind and merges of queens are recorded', async () => {
    const created = async (path: string, body: object) => (await anna.post(path, body)).body.data.id as string;
    const [ada, twin] = [
      await created('/api/queens/f0', { queen_name: 'Ada' }),
      await created('/api/queens/f0', { queen_name: 'Ada 2' }),
    ];
    expect((await anna.post(`/api/queens/${ada}/merge`, { queen_id: twin })).status).toBe(200);
    const test = await created('/api/queens/evaluations', { queen_id: ada, eval_year: 2024, gentleness: 3 });
    await anna.delete(`/api/queens/evaluations/${test}`);
    for (const kind of ['apiaries', 'hives'])
      await anna.delete(`/api/${kind}/${await created(`/api/${kind}`, { name: 'X' })}`);
    expect(await actions(anna)).toEqual(['queen_deleted', 'evaluation_deleted', 'apiary_deleted', 'hive_deleted']);
  });

  test('a refused deletion is not recorded', async () => {
    const dam = (await anna.post('/api/queens/f0', { queen_name: 'Ada' })).body.data.id;
    await anna.post('/api/queens/f1', { queen_name: 'Bea', mother_id: dam });
    expect((await anna.delete(`/api/queens/f0/${dam}`)).status).toBe(409);
    expect(await actions(anna)).toEqual([]);
  });

  test('imports and undos are recorded, but dry runs are not', async () => {
    await importFile(anna, 'a.csv', 'queen_name\nAda\n', { dry_run: 'true' });
    const { id } = await importFile(anna, 'a.csv', 'queen_name\nAda\n');
    await anna.post(`/api/imports/${id}/undo`);
    expect((await since(anna)).map(({ action, subject_id }) => [action, subject_id])).toEqual([
      ['import_started', id],
      ['import_undone', id],
    ]);
  });

  test('the removal of placeholder queens is recorded as a deletion', async () => {
    await importFile(anna, 'a.csv', 'queen_name;mother\nAda;Xenia\n');
    const [xenia] = (await anna.get('/api/queens?search=Xenia')).body.data;
    expect((await anna.put(`/api/queens/${xenia.id}`, { queen_name: 'unknown' })).status).toBe(200);
    expect((await anna.post('/api/imports/placeholders/remove')).status).toBe(200);
    expect(await actions(anna)).toEqual(['import_started', 'queen_deleted']);
  });

  test('the start and the completion of exports are recorded, as are CSV downloads, but not HEAD requests', async () => {
    await exported(anna);
    for (const path of ['/api/account/export', '/api/queens/f0.csv'])
      await fetch(`${service.url}${path}`, { method: 'HEAD', headers: cookies(anna) });
    for (let times = 0; times < 2; times += 1) await anna.get('/api/queens/f0.csv');
    const events = await since(anna);
    expect(events.map(({ action, count }) => [action, count])).toEqual(
      expect.arrayContaining([
        ['export_started', 1],
        ['export_completed', 1],
        ['table_downloaded', 2],
      ]),
    );
    expect(events).toHaveLength(3);
  });

  // Regression: the completion of a failed export was recorded, because the response with the error ended normally.
  test('the completion of a failed export is not recorded', async () => {
    const { orm, config } = service.services;
    // Only the embedded database writes an export to a file first. On a server, a failed export has no complete response.
    if (!orm.database.pglite) return;
    const folder = join(config.DATA_DIR, 'exports-in-progress');
    // A file in place of the folder has the same effect as a full disk.
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, '');
    try {
      expect((await anna.get('/api/account/export')).status).toBe(500);
    } finally {
      await rm(folder);
    }
    expect(await actions(anna)).toEqual(['export_started']);
  });
});

describe('when the audit trail is read', () => {
  test('a key needs permission to read the account, and gets no IP addresses', async () => {
    const may = await makeKey(anna, { permissions: { account: 'read' } });
    const mayNot = await makeKey(anna, { permissions: { queens: 'write', hive: 'write' } });
    const [event] = await trail(clientWithKey(service, may.key));
    expect(event).toMatchObject({ action: 'key_created', address: null });
    expect((await trail(anna))[0]).toMatchObject({ action: 'key_created', address: '127.0.0.1' });
    const refused = await clientWithKey(service, mayNot.key).get('/api/v1/account/audit');
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_permission']);
    expect((await service.visitor().get('/api/v1/account/audit')).status).toBe(401);
  });

  test('events of other accounts are not visible', async () => {
    const bea = await openAccount(service.visitor());
    await makeKey(bea);
    expect(await actions(anna)).toEqual([]);
    const query = '{ auditEvents(filter: { action: key_created }) { totalCount nodes { id } } }';
    expect((await anna.graphql(query)).body.data.auditEvents).toEqual({ totalCount: 0, nodes: [] });
  });

  test('pages by cursor contain each event once, newest first', async () => {
    for (let n = 0; n < 5; n += 1) await makeKey(anna, { name: `Key ${n}` });
    const paged: Event[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await anna.get(`/api/account/audit?limit=2${cursor && `&cursor=${cursor}`}`);
      paged.push(...body.data);
      cursor = body.page.next_cursor;
    }
    expect(paged).toEqual(await trail(anna));
    expect(paged.slice(0, 5).map(({ action }) => action)).toEqual(Array(5).fill('key_created'));
    expect(paged.at(-1)!.action).toBe('account_opened');
  });

  test('the total counts a new event at once', async () => {
    const total = async () => (await anna.get('/api/account/audit?limit=1')).body.page.total as number;
    // The total of queens is cached until the next write, so the account needs a write.
    expect((await anna.post('/api/queens/f0', { queen_name: 'Mona' })).status).toBe(201);
    const before = await total();
    for (let n = 1; n <= 2; n += 1) {
      await makeKey(anna);
      expect(await total()).toBe(before + n);
    }
  });

  test('the ETag changes with a new event', async () => {
    const { headers } = await anna.get('/api/account/audit');
    const again = { headers: { 'If-None-Match': headers.get('ETag')! } };
    expect((await anna.get('/api/account/audit', again)).status).toBe(304);
    await makeKey(anna);
    expect((await anna.get('/api/account/audit', again)).status).toBe(200);
  });

  test('the trail is part of the export, without passwords, keys or e-mail addresses', async () => {
    const { key, id } = await makeKey(anna);
    const { account } = JSON.parse((await exported(anna))['queenbook.json']!);
    expect(account.audit_events).toMatchObject([
      { action: 'export_started' },
      { action: 'key_created', subject_id: id, address: '127.0.0.1' },
      { action: 'signed_in' },
      { action: 'account_opened' },
    ]);
    const { rows } = await sql<{ text: string }>`select e::text as text from audit_event e`.execute(db());
    const all = rows.map(({ text }) => text).join('\n');
    for (const secret of [key, key.slice(8, 16), anna.account.password, anna.account.email, '@']) {
      expect(all).not.toContain(secret);
    }
  });
});

describe('in the audit trail', () => {
  const filled = (action: string, count: number, age: string, { account } = anna) =>
    sql`
      insert into audit_event (account_id, id, happened_at, action, actor)
      select ${account.id}::uuid, gen_random_uuid(), now() - ${age}::interval - n * interval '1 second', ${action}, 'session'
      from generate_series(1, ${count}::integer) n`.execute(db());

  test('events older than a year are deleted; newer events remain', async () => {
    await filled('key_created', 1, '366 days');
    await filled('key_revoked', 1, '364 days');
    await sweepAudit(service.services);
    expect(await actions(anna)).not.toContain('key_created');
    expect((await trail(anna)).map(({ action }) => action)).toContain('key_revoked');
  });

  test('only the oldest events beyond the limit are deleted', async () => {
    await filled('key_created', 3, '30 days');
    await filled('signed_in', MAX_EVENTS_PER_ACTION + 5, '1 day');
    await sweepAudit(service.services);
    const count = async (action: string) =>
      (await anna.get(`/api/account/audit?limit=1&action=${action}`)).body.page.total as number;
    expect([await count('signed_in'), await count('key_created'), await count('account_opened')]).toEqual([
      MAX_EVENTS_PER_ACTION,
      3,
      1,
    ]);
    const { rows } = await sql`
      select address from audit_event where account_id = ${anna.account.id} and action = 'signed_in'
      order by happened_at desc limit 1`.execute(db());
    // Only the sign-in of the test has an address. It is the newest event.
    expect(rows).toEqual([{ address: '127.0.0.1' }]);
  });

  test('each account has its own limit', async () => {
    const bea = await openAccount(service.visitor());
    for (const owner of [anna, bea]) await filled('key_created', MAX_EVENTS_PER_ACTION + 1, '1 day', owner);
    await sweepAudit(service.services);
    for (const owner of [anna, bea]) {
      const { page } = (await owner.get('/api/account/audit?limit=1&action=key_created')).body;
      expect(page.total).toBe(MAX_EVENTS_PER_ACTION);
    }
  });

  test('the trail is deleted with the account', async () => {
    const { id, password } = anna.account;
    expect((await anna.delete('/api/account', { password })).status).toBe(204);
    const { rows } = await sql`select 1 from audit_event where account_id = ${id}`.execute(db());
    expect(rows).toEqual([]);
  });
});
