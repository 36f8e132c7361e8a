import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { sharedService, startService, type Client, type SharedService } from '../../support/service.js';
import { clientWithKey, expectProblem, INVALID_TOKEN, makeKey, paths, type CreatedKey } from './keys.js';

let service: SharedService;
let anna: Client;
let berta: Client;
beforeAll(async () => {
  service = await sharedService();
  anna = await service.register();
  berta = await service.register();
});

const db = () => service.services.orm.database.kysely;
const expire = (id: string) => sql`update api_key set expires_at = now() where id = ${id}`.execute(db());
const entry = async (id: string): Promise<CreatedKey> =>
  (await anna.get('/api/api-keys?limit=100')).body.data.find((row: CreatedKey) => row.id === id);
const without = ({ key, ...rest }: CreatedKey) => ({ key, rest });

describe('PUT /api-keys/:id', () => {
  test('changes only the name, only the status, or both', async () => {
    const { rest } = without(await makeKey(anna, { ip_allowlist: ['10.0.0.0/8'], expires_in_days: 7 }));
    const put = async (body: object) => (await anna.put(`/api/v1/api-keys/${rest.id}`, body)).body.data;
    expect(await put({ name: 'Other' })).toEqual({ ...rest, name: 'Other' });
    expect(await put({ status: 'disabled' })).toEqual({ ...rest, name: 'Other', status: 'disabled' });
    expect(await put({ status: 'enabled', name: 'Third' })).toEqual({ ...rest, name: 'Third' });
    expect(await put({ status: 'enabled' })).toEqual(await entry(rest.id));
  });

  test.each([
    [{}, ['']],
    [{ name: '' }, ['name']],
    [{ name: null }, ['name']],
    [{ name: 'a'.repeat(101), status: 'revoked' }, ['name', 'status']],
    [{ status: 'expired' }, ['status']],
    [{ status: null }, ['status']],
    [{ status: true }, ['status']],
    [{ permissions: {}, name: 'x' }, ['permissions']],
    [{ expires_in_days: 7, ip_allowlist: [], status: 'on' }, ['expires_in_days', 'ip_allowlist', 'status']],
  ])('refuses %j', async (body, expected) => {
    const { id } = await makeKey(anna);
    const response = await anna.put(`/api/api-keys/${id}`, body);
    expect([response.status, response.body.code, paths(response)]).toEqual([400, 'validation_failed', expected]);
  });

  test('returns 409 for a revoked key', async () => {
    const { id } = await makeKey(anna);
    await anna.delete('/api/api-keys', { id });
    for (const body of [{ name: 'x' }, { status: 'enabled' }]) {
      expectProblem(await anna.put(`/api/api-keys/${id}`, body), 409, 'key_revoked');
    }
  });

  test('changes the name of an expired key, but not its status', async () => {
    const { id } = await makeKey(anna, { expires_in_days: 7 });
    await expire(id);
    expectProblem(await anna.put(`/api/api-keys/${id}`, { status: 'enabled' }), 409, 'key_expired');
    expectProblem(await anna.put(`/api/api-keys/${id}`, { status: 'disabled', name: 'x' }), 409, 'key_expired');
    const renamed = await anna.put(`/api/api-keys/${id}`, { name: 'Late' });
    expect([renamed.status, renamed.body.data.name, renamed.body.data.status]).toEqual([200, 'Late', 'expired']);
  });
});

describe('DELETE /api-keys', () => {
  test('revokes a key in any state, and returns the same response to a repeated request', async () => {
    const keys = [await makeKey(anna), await makeKey(anna), await makeKey(anna, { expires_in_days: 7 })] as const;
    await anna.put(`/api/api-keys/${keys[1].id}`, { status: 'disabled' });
    await expire(keys[2].id);
    for (const { id } of keys) {
      const first = await anna.delete('/api/api-keys', { id });
      expect([first.status, first.body.data.status]).toEqual([200, 'revoked']);
      expect(first.body.data.revoked_at).toMatch(/Z$/);
      const second = await anna.delete('/api/v1/api-keys', { id });
      expect([second.status, second.body]).toEqual([200, first.body]);
      expect(await entry(id)).toEqual(first.body.data);
    }
  });

  test('requires an id and refuses unknown members', async () => {
    expect(paths(await anna.delete('/api/api-keys', {}))).toEqual(['id']);
    expect(paths(await anna.delete('/api/api-keys', { id: 5, all: true }))).toEqual(['all', 'id']);
    expectProblem(await anna.delete('/api/api-keys'), 400, 'validation_failed');
    expectProblem(await anna.delete('/api/api-keys', { id: 'x' }), 404, 'not_found');
  });
});

test('a key of another account is not found', async () => {
  const { id, key } = await makeKey(anna);
  for (const other of [id, id.toUpperCase(), '00000000-0000-0000-0000-000000000000']) {
    expectProblem(await berta.put(`/api/api-keys/${other}`, { name: 'Mine' }), 404, 'not_found');
    expectProblem(await berta.delete('/api/api-keys', { id: other }), 404, 'not_found');
    expectProblem(await berta.post(`/api/api-keys/${other}/rotate`, {}), 404, 'not_found');
    expectProblem(await berta.get(`/api/api-keys/${other}/usage`), 404, 'not_found');
    for (const mutation of [`revokeApiKey(id: "${other}")`, `updateApiKey(id: "${other}", input: { name: "x" })`]) {
      const { body } = await berta.graphql(`mutation { ${mutation} { id } }`);
      expect(body.errors[0].extensions.code).toBe('NOT_FOUND');
    }
  }
  expect(await entry(id)).toMatchObject({ name: 'Key', status: 'enabled' });
  expect((await clientWithKey(service, key).get('/api/v1/queens')).status).toBe(200);
});

test('unsupported methods on keys return 405 with the allowed methods, and an invalid UUID returns 404', async () => {
  const patch = await anna.request('PATCH', '/api/api-keys', {});
  expectProblem(patch, 405, 'method_not_allowed');
  expect(patch.headers.get('Allow')).toBe('DELETE, GET, HEAD, OPTIONS, POST');
  expectProblem(await anna.put('/api/api-keys/x', { name: 'x' }), 404, 'not_found');
});

describe('rotation', () => {
  test('creates a successor with the same name, permissions, addresses and lifetime', async () => {
    const settings = { name: 'Scale', permissions: { hive: 'write' }, ip_allowlist: ['10.0.0.0/8', '127.0.0.1'] };
    const old = await makeKey(anna, { ...settings, expires_in_days: 30 });
    const response = await anna.post(`/api/api-keys/${old.id}/rotate`, { overlap_hours: 0 });
    expect(response.status).toBe(201);
    const next = response.body.data as CreatedKey;
    expect(next.key).toMatch(/^qb_live_[0-9a-f]{64}$/);
    expect(next.key).not.toBe(old.key);
    expect(next.id).not.toBe(old.id);
    const { name, permissions, ip_allowlist } = old;
    expect(next).toMatchObject({ name, permissions, ip_allowlist, status: 'enabled', revoked_at: null });
    const named = await anna.graphql('query ($id: ID!) { apiKey(id: $id) { predecessorId } }', { id: next.id });
    expect(named.body.data).toEqual({ apiKey: { predecessorId: old.id } });
    const life = ({ created_at, expires_at }: CreatedKey) =>
      Date.parse(expires_at as string) - Date.parse(created_at as string);
    expect(Math.abs(life(next) - life(old))).toBeLessThanOrEqual(1);
    expectProblem(await clientWithKey(service, old.key).get('/api/v1/hives'), 401, 'key_revoked', INVALID_TOKEN);
    expect((await clientWithKey(service, next.key).get('/api/v1/hives')).status).toBe(200);
  });

  test.each([1, 24, 168])('keeps the old key valid for %d hours', async (overlap_hours) => {
    const old = await makeKey(anna);
    const { key } = (await anna.post(`/api/v1/api-keys/${old.id}/rotate`, { overlap_hours })).body.data;
    const found = await entry(old.id);
    expect(found.status).toBe('enabled');
    const left = Date.parse(found.revoked_at as string) - Date.now();
    expect(Math.abs(left - overlap_hours * 3_600_000)).toBeLessThan(60_000);
    for (const each of [old.key, key]) expect((await clientWithKey(service, each).get('/api/v1/key')).status).toBe(200);
    await sql`update api_key set overlap_ends_at = now() where id = ${old.id}`.execute(db());
    expectProblem(await clientWithKey(service, old.key).get('/api/v1/key'), 401, 'key_revoked', INVALID_TOKEN);
    expect((await clientWithKey(service, key).get('/api/v1/key')).status).toBe(200);
    expect((await entry(old.id)).status).toBe('revoked');
    expectProblem(await anna.put(`/api/api-keys/${old.id}`, { name: 'x' }), 409, 'key_revoked');
  });

  test('creates one successor for a repeated Idempotency-Key, and then returns 409 with its id', async () => {
    const old = await makeKey(anna);
    const rotate = (id: string) =>
      anna.post(`/api/api-keys/${id}/rotate`, { overlap_hours: 1 }, { headers: { 'Idempotency-Key': `of-${old.id}` } });
    const responses = await Promise.all([rotate(old.id), rotate(old.id), rotate(old.id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const next = responses.find(({ status }) => status === 201)!.body.data as CreatedKey;
    for (const again of responses.filter(({ status }) => status === 409)) {
      expectProblem(again, 409, 'conflict');
      expect(again.body.detail).toContain(next.id);
      expect(JSON.stringify(again.body)).not.toContain(next.key);
    }
    const another = await rotate(next.id);
    expectProblem(another, 409, 'conflict');
    expect(another.body.detail).toContain('another request');
  });

  test('allows the owner to revoke or disable the old key while it is still valid, but not to rotate it again', async () => {
    const old = await makeKey(anna);
    await anna.post(`/api/api-keys/${old.id}/rotate`, { overlap_hours: 24 });
    expectProblem(await anna.post(`/api/api-keys/${old.id}/rotate`, {}), 409, 'conflict');
    expect((await anna.put(`/api/api-keys/${old.id}`, { status: 'disabled' })).body.data.status).toBe('disabled');
    const { body } = await anna.delete('/api/api-keys', { id: old.id });
    expect(body.data.status).toBe('revoked');
    expect(Date.parse(body.data.revoked_at)).toBeLessThanOrEqual(Date.now() + 1000);
  });

  test('ends the old key for good: a later revocation does not change the time at which the key ended', async () => {
    const { id } = await makeKey(anna);
    await anna.post(`/api/api-keys/${id}/rotate`, { overlap_hours: 24 });
    await sql`update api_key set overlap_ends_at = now() - interval '1 hour' where id = ${id}`.execute(db());
    const ended = await entry(id);
    expect(ended.status).toBe('revoked');
    expect((await anna.delete('/api/api-keys', { id })).body.data.revoked_at).toBe(ended.revoked_at);
  });

  test('creates a successor that can be revoked alone or with all its predecessors', async () => {
    const rotate = async (id: string) =>
      (await anna.post(`/api/api-keys/${id}/rotate`, { overlap_hours: 24 })).body.data.id as string;
    const first = (await makeKey(anna)).id;
    const second = await rotate(first);
    const third = await rotate(second);
    const statuses = () => Promise.all([first, second, third].map(async (id) => (await entry(id)).status));
    await anna.delete('/api/api-keys', { id: third });
    expect(await statuses()).toEqual(['enabled', 'enabled', 'revoked']);
    const wrong = await anna.delete('/api/api-keys', { id: third, with_predecessors: 'yes' });
    expect([wrong.status, paths(wrong)]).toEqual([400, ['with_predecessors']]);
    const again = await anna.delete('/api/api-keys', { id: third, with_predecessors: true });
    expect([again.status, again.body.data.id]).toEqual([200, third]);
    expect(await statuses()).toEqual(['revoked', 'revoked', 'revoked']);
  });

  test('ends the old key at once if the request has no body, and accepts only the documented values of `overlap_hours`', async () => {
    const { id } = await makeKey(anna);
    for (const body of [{ overlap_hours: 2 }, { overlap_hours: '24' }, { overlap_hours: null }]) {
      const response = await anna.post(`/api/api-keys/${id}/rotate`, body);
      expect([response.status, paths(response)]).toEqual([400, ['overlap_hours']]);
    }
    expect((await anna.post(`/api/api-keys/${id}/rotate`)).status).toBe(201);
    expect((await entry(id)).status).toBe('revoked');
    expectProblem(await anna.post(`/api/api-keys/${id}/rotate`), 409, 'key_revoked');
  });

  test('creates only one successor for ten concurrent requests', async () => {
    const { id } = await makeKey(anna);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => anna.post(`/api/api-keys/${id}/rotate`, { overlap_hours: 1 })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test('counts towards the hourly limit; the old key no longer counts towards the maximum number of keys', async () => {
    const strict = await startService({ KEYS_PER_ACCOUNT: '2', KEY_CREATIONS_PER_HOUR: '5' });
    try {
      const cleo = await strict.register();
      const [one, two] = [await makeKey(cleo), await makeKey(cleo)];
      expect((await cleo.post(`/api/api-keys/${one.id}/rotate`, { overlap_hours: 24 })).status).toBe(201);
      expectProblem(await cleo.post('/api/api-keys', { name: 'x', permissions: {} }), 400, 'key_limit_reached');
      await cleo.delete('/api/api-keys', { id: two.id });
      const three = await makeKey(cleo);
      expect((await cleo.post(`/api/api-keys/${three.id}/rotate`, {})).status).toBe(201);
      const { id } = (await cleo.get('/api/api-keys')).body.data[0];
      expectProblem(await cleo.post(`/api/api-keys/${id}/rotate`, {}), 429, 'rate_limited');
    } finally {
      await strict.close();
    }
  });

  test('works in GraphQL, like the other operations on keys', async () => {
    const { id } = await makeKey(anna);
    const send = async (document: string) => (await anna.graphql(document)).body;
    const update = await send(
      `mutation { updateApiKey(id: "${id}", input: { name: "G", status: disabled }) { name status } }`,
    );
    expect(update.data.updateApiKey).toEqual({ name: 'G', status: 'disabled' });
    const rotate = await send(
      `mutation { rotateApiKey(id: "${id}", overlapHours: 24) { key apiKey { name status } } }`,
    );
    expect(rotate.data.rotateApiKey).toMatchObject({ key: expect.stringMatching(/^qb_live_/), apiKey: { name: 'G' } });
    const revoke = await send(`mutation { revokeApiKey(id: "${id}") { status revokedAt } }`);
    expect(revoke.data.revokeApiKey).toMatchObject({ status: 'revoked', revokedAt: expect.any(String) });
    const again = await send(`mutation { updateApiKey(id: "${id}", input: { name: "H" }) { id } }`);
    expect(again.errors[0].extensions.code).toBe('key_revoked');
    const invalidOverlap = await send(`mutation { rotateApiKey(id: "${id}", overlapHours: 5) { key } }`);
    expect(invalidOverlap.errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      errors: [{ path: 'overlapHours' }],
    });
  });
});
