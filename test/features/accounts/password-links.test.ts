import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { addAccount } from '../../../src/features/accounts/accounts.js';
import { createPasswordLink } from '../../../src/features/accounts/password-links.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const use = (token: unknown, new_password: unknown = 'a brand new password') =>
  service.visitor().post('/api/account/password-link', { token, new_password });
const refused = { code: 'validation_failed', errors: [{ path: 'token' }] };

describe('one-time password link', () => {
  test('sets the first password of an added account', async () => {
    const { id, email } = await addAccount(service.services, { email: 'Added@example.org', name: 'Added' });
    const before = await service.visitor().post('/api/session', { email, password: '' });
    expect([before.status, before.body.code]).toEqual([401, 'invalid_credentials']);
    const { status, body } = await use(await createPasswordLink(service.services, id));
    expect([status, body]).toEqual([204, '']);
    const after = await service.visitor().post('/api/session', { email, password: 'a brand new password' });
    expect([after.status, after.body.data.id]).toEqual([200, id]);
  });

  test('works only once, even for concurrent requests, and ends all sessions', async () => {
    const anna = await service.register();
    const token = await createPasswordLink(service.services, anna.account.id);
    const responses = await Promise.all([use(token), use(token), use(token)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
    expect((await use(token)).body).toMatchObject(refused);
    expect((await anna.get('/api/session')).status).toBe(401);
  });

  test('becomes invalid if it expires, a newer link is created or the password changes', async () => {
    const anna = await service.register();
    const first = await createPasswordLink(service.services, anna.account.id);
    const second = await createPasswordLink(service.services, anna.account.id);
    expect((await use(first)).body).toMatchObject(refused);
    await sql`update password_link set expires_at = now()`.execute(service.services.orm.database.kysely);
    expect((await use(second)).body).toMatchObject(refused);
    const third = await createPasswordLink(service.services, anna.account.id);
    await anna.put('/api/account/password', {
      current_password: anna.account.password,
      new_password: 'another password',
    });
    expect((await use(third)).body).toMatchObject(refused);
  });

  // Regression: the link set a password, so that the owner could sign in to the account again.
  test('does not work for an account whose deletion has not finished', async () => {
    const anna = await service.register();
    const { kysely } = service.services.orm.database;
    await sql`update account set closed_at = now(), password_hash = null where id = ${anna.account.id}`.execute(kysely);
    const token = await createPasswordLink(service.services, anna.account.id);
    expect((await use(token)).body).toMatchObject(refused);
    const { email } = anna.account;
    const signedIn = await service.visitor().post('/api/session', { email, password: 'a brand new password' });
    expect(signedIn.status).toBe(401);
  });

  test('remains valid if the new password is rejected', async () => {
    const anna = await service.register();
    const token = await createPasswordLink(service.services, anna.account.id);
    const weak = await use(token, 'weak');
    expect([weak.status, weak.body.errors[0].path]).toEqual([400, 'new_password']);
    expect((await use(token)).status).toBe(204);
  });

  test('is stored only as a hash, and an unknown link has no effect', async () => {
    const anna = await service.register();
    const token = await createPasswordLink(service.services, anna.account.id);
    const { rows } = await sql`select * from password_link`.execute(service.services.orm.database.kysely);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await use('made up')).body).toMatchObject(refused);
    expect((await use(undefined)).body).toMatchObject(refused);
  });
});
