import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { startService, type AccountClient, type TestService } from '../support/service.js';

let service: TestService;
let anna: AccountClient;

/** Lets the database refuse an apiary with the SQLSTATE that is the apiary's name. */
beforeAll(async () => {
  service = await startService();
  anna = await service.register();
  const { kysely } = service.services.orm.database;
  await sql`
    create function refuse_apiary() returns trigger language plpgsql as $$ begin
      raise exception 'secret details' using errcode = new.name, constraint = 'apiary_account_id_fkey';
    end $$`.execute(kysely);
  await sql`create trigger refuse_apiary before insert on apiary for each row execute function refuse_apiary()`.execute(
    kysely,
  );
});
afterAll(() => service?.close());

test.each([
  ['a full disk', '53100', 503, 'unavailable', '60', /^The disk of the database is full; nothing was written/],
  ['a deadlock', '40P01', 503, 'unavailable', '1', /^Another request changed the same rows/],
  ['a server that is starting', '57P03', 503, 'unavailable', '5', /^The database does not respond/],
  ['a statement that took too long', '57014', 503, 'unavailable', '5', /^The database took too long/],
  ['an account that has been deleted', '23503', 401, 'unauthenticated', null, /./],
  ['any other error', '22012', 500, 'internal', null, /^An internal error occurred\.$/],
])('%s (SQLSTATE %s) gives %d %s, and the response says when to retry', async (...row) => {
  const [, name, status, code, retryAfter, message] = row;
  const rest = await anna.post('/api/v1/apiaries', { name });
  expect([rest.status, rest.body.code, rest.headers.get('Retry-After')]).toEqual([status, code, retryAfter]);
  expect(rest.body.detail).toMatch(message);
  const graphql = await anna.graphql(`mutation { createApiary(input: { name: "${name}" }) { id } }`);
  const [error] = graphql.body.errors;
  expect(error.message).toMatch(message);
  expect(JSON.stringify([rest.body, graphql.body])).not.toContain('secret details');
  expect((await anna.get('/api/v1/apiaries')).body.data).toEqual([]);
});

test('the service is not ready while the database lacks a migration', async () => {
  const { kysely } = service.services.orm.database;
  const last = sql`(select max(id) from mikro_orm_migrations)`;
  await sql`update mikro_orm_migrations set name = name || '-' where id = ${last}`.execute(kysely);
  const unready = await anna.get('/readyz');
  expect([unready.status, unready.body.code, unready.headers.get('Retry-After')]).toEqual([503, 'unavailable', '5']);
  expect((await anna.get('/healthz')).status).toBe(200);
  await sql`update mikro_orm_migrations set name = rtrim(name, '-') where id = ${last}`.execute(kysely);
  expect((await anna.get('/readyz')).status).toBe(200);
});

test('the deletion of an account is repeated if a deadlock aborts it', async () => {
  const { kysely } = service.services.orm.database;
  const bea = await service.register();
  await sql`create sequence attempts`.execute(kysely);
  await sql`
    create function deadlock_twice() returns trigger language plpgsql security definer as $$ begin
      -- A rollback does not reset a sequence.
      if nextval('attempts') % 3 > 0 then raise exception 'deadlock' using errcode = '40P01'; end if;
      return coalesce(new, old);
    end $$`.execute(kysely);
  await sql`create trigger close before update of closed_at on account for each row execute function deadlock_twice()`.execute(
    kysely,
  );
  await sql`create trigger remove before delete on account for each row execute function deadlock_twice()`.execute(
    kysely,
  );
  expect((await bea.delete('/api/account', { password: bea.account.password })).status).toBe(204);
  const { rows } = await sql`select last_value::integer as attempts from attempts`.execute(kysely);
  expect(rows).toEqual([{ attempts: 6 }]);
  expect((await sql`select from account where id = ${bea.account.id}`.execute(kysely)).rows).toEqual([]);
});
