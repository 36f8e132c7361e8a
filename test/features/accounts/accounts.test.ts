import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const account = (email: string) => ({ email, password: 'a good long password', name: 'Anna' });
const paths = (body: { errors: { path: string }[] }) => body.errors.map(({ path }) => path).sort();

describe('POST /accounts', () => {
  test('returns 201 and signs in', async () => {
    const visitor = service.visitor();
    const { status, body } = await visitor.post('/api/accounts', account('Anna@Example.ORG'));
    expect(status).toBe(201);
    expect(Object.keys(body.data).sort()).toEqual(['created_at', 'email', 'id', 'language', 'name']);
    expect(body.data.email).toBe('anna@example.org');
    expect((await visitor.get('/api/session')).body).toEqual(body);
  });

  test('refuses an e-mail address that is already used, in any spelling and in concurrent requests', async () => {
    const addresses = ['bea@example.org', 'BEA@example.org', ' bea@EXAMPLE.org '];
    const responses = await Promise.all(
      addresses.map((email) => service.visitor().post('/api/accounts', account(email))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = responses.find(({ status }) => status === 409)!;
    expect(refused.body).toMatchObject({ code: 'conflict', errors: [{ path: 'email' }] });
    expect(refused.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
  });

  test('runs the same statements up to the insert, whether or not an account already has the e-mail address', async () => {
    const own = await startService();
    try {
      const open = async (email: string) => {
        own.statements.length = 0;
        const { status } = await own.visitor().post('/api/accounts', account(email));
        const ofAccounts = own.statements.filter((text) =>
          /^insert into "account"|\bfrom account where lower/.test(text),
        );
        return [status, ...ofAccounts.map((text) => text.slice(0, 21))];
      };
      expect(await open('emma@example.org')).toEqual([201, 'insert into "account"']);
      expect(await open('emma@example.org')).toEqual([409, 'insert into "account"']);
    } finally {
      await own.close();
    }
  });

  test('reports all errors and unknown members at once', async () => {
    const { status, body } = await service
      .visitor()
      .post('/api/accounts', { email: 'nobody', password: 'short', name: '  ', admin: true, é: 1 });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(paths(body)).toEqual(['admin', 'email', 'name', 'password', 'é']);
    expect(JSON.stringify(body)).not.toContain('short');
    const empty = await service.visitor().post('/api/accounts', {});
    expect(paths(empty.body)).toEqual(['email', 'name', 'password']);
  });

  test.each([
    ['a name of 100 emoji', { name: '🐝'.repeat(100) }, 201],
    ['a name of 101 emoji', { name: '🐝'.repeat(101) }, 400],
    ['a name that is a number', { name: 5 }, 400],
    ['a name with a line break', { name: 'a\nb' }, 400],
    ['a name with NUL', { name: 'a\0b' }, 400],
    ['a password of ten emoji', { password: '🐝'.repeat(10) }, 201],
    ['a password of nine emoji', { password: '🐝'.repeat(9) }, 400],
    ['a password of 1000 characters', { password: 'x'.repeat(1000) }, 201],
    ['a password of 1001 characters', { password: 'x'.repeat(1001) }, 400],
    [
      'an e-mail address of 255 characters',
      { email: `${'x'.repeat(60)}@${'y'.repeat(60)}.${'y'.repeat(60)}.${'y'.repeat(60)}.${'y'.repeat(11)}` },
      400,
    ],
    ['an e-mail address with a blank', { email: 'an na@example.org' }, 400],
    ['an e-mail address without a domain', { email: 'anna@' }, 400],
  ])('validates %s', async (name, part, expected) => {
    const email = `${Buffer.from(name).toString('hex').slice(0, 50)}@example.org`;
    const { status } = await service.visitor().post('/api/accounts', { ...account(email), ...part });
    expect(status).toBe(expected);
  });

  test('returns 403 without reading the body if registration is closed', async () => {
    const closed = await startService({ REGISTRATION: 'closed' });
    try {
      const { status, body } = await closed.visitor().post('/api/v1/accounts', {});
      expect([status, body.code]).toEqual([403, 'registration_closed']);
    } finally {
      await closed.close();
    }
  });
});

describe('sign-in', () => {
  test('accepts the e-mail address in any case and the password in any Unicode form', async () => {
    await service.visitor().post('/api/accounts', { ...account('cleo@example.org'), password: 'Bienenk\u00f6nigin' });
    const visitor = service.visitor();
    const { status, body } = await visitor.post('/api/v1/session', {
      email: 'CLEO@example.org',
      password: 'Bienenko\u0308nigin',
    });
    expect([status, body.data.email]).toEqual([200, 'cleo@example.org']);
    expect((await visitor.get('/api/session')).status).toBe(200);
  });

  test('returns the same error for a wrong password and an unknown address', async () => {
    await service.visitor().post('/api/accounts', account('dora@example.org'));
    const wrong = await service.visitor().post('/api/session', { email: 'dora@example.org', password: 'wrong' });
    const unknown = await service.visitor().post('/api/session', { email: 'nobody@example.org', password: 'wrong' });
    const malformed = await service.visitor().post('/api/session', { email: 'no address at all', password: '' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials']);
    expect(unknown.body).toEqual(wrong.body);
    expect(malformed.body).toEqual(wrong.body);
    for (const { headers } of [wrong, unknown, malformed]) expect(headers.getSetCookie()).toEqual([]);
  });

  test('requires the address and the password to be text', async () => {
    const { status, body } = await service.visitor().post('/api/session', { email: ['x'], remember: true });
    expect(status).toBe(400);
    expect(paths(body)).toEqual(['email', 'password', 'remember']);
  });
});

test('a sign-in is refused if the password changes after it was checked', async () => {
  const { account } = await service.register();
  const { email, password } = account;
  const { kysely } = service.services.orm.database;
  // After the check and before the session begins, the service resets the failed attempts.
  await sql`
    create function change_password() returns trigger language plpgsql as $$
    begin
      update account set password_hash = 'changed' where id = '${sql.raw(account.id)}';
      return null;
    end $$`.execute(kysely);
  await sql`
    create trigger change_password after update on sign_in_attempt
    for each row when (new.attempts = 0) execute function change_password()`.execute(kysely);
  try {
    const { status, body } = await service.visitor().post('/api/session', { email, password });
    expect([status, body.code]).toEqual([401, 'invalid_credentials']);
  } finally {
    await sql`drop function change_password cascade`.execute(kysely);
  }
});

describe('password change', () => {
  test('ends the other sessions and keeps the current one', async () => {
    const anna = await service.register();
    const { email, password } = anna.account;
    const otherSession = service.visitor();
    await otherSession.post('/api/session', { email, password });
    const changed = await anna.put('/api/account/password', {
      current_password: password,
      new_password: 'another password',
    });
    expect([changed.status, changed.body]).toEqual([204, '']);
    expect((await anna.get('/api/session')).status).toBe(200);
    expect((await otherSession.get('/api/session')).status).toBe(401);
    expect((await service.visitor().post('/api/session', { email, password })).status).toBe(401);
    expect((await service.visitor().post('/api/session', { email, password: 'another password' })).status).toBe(200);
  });

  test('requires the current password', async () => {
    const anna = await service.register();
    const wrong = await anna.put('/api/v1/account/password', {
      current_password: 'x',
      new_password: 'another password',
    });
    expect([wrong.status, paths(wrong.body)]).toEqual([400, ['current_password']]);
    const weak = await anna.put('/api/account/password', { new_password: 'weak' });
    expect([weak.status, paths(weak.body)]).toEqual([400, ['current_password', 'new_password']]);
  });

  test('requires a session', async () => {
    const { status, body } = await service.visitor().put('/api/account/password', {});
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
  });

  // Regression: all were accepted, but only the password of the last one was valid afterwards.
  test('accepts only one of several concurrent changes with the same current password', async () => {
    const anna = await service.register();
    const { email, password } = anna.account;
    const sessions = [anna, ...Array.from({ length: 3 }, () => service.visitor())];
    for (const other of sessions.slice(1)) await other.post('/api/session', { email, password });
    const changes = await Promise.all(
      sessions.map((session, index) =>
        session.put('/api/account/password', { current_password: password, new_password: `new password ${index}` }),
      ),
    );
    expect(changes.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    const accepted = changes.findIndex(({ status }) => status === 204);
    expect((await service.visitor().post('/api/session', { email, password: `new password ${accepted}` })).status).toBe(
      200,
    );
    expect((await sessions[accepted]!.get('/api/session')).status).toBe(200);
  });

  test('ends the session of a concurrent sign-in with the old password', async () => {
    const anna = await service.register();
    const { email, password } = anna.account;
    const others = Array.from({ length: 4 }, () => service.visitor());
    const [changed] = await Promise.all([
      anna.put('/api/account/password', { current_password: password, new_password: 'another password' }),
      ...others.map((other) => other.post('/api/session', { email, password })),
    ]);
    expect(changed.status).toBe(204);
    const left = await Promise.all(others.map((other) => other.get('/api/session')));
    expect(left.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });
});
