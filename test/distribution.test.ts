import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { finishAccountDeletions } from '../src/features/accounts/account-deletion.js';
import { requeueRuns } from '../src/features/breeding-values/runs/run-job.js';
import { requeueImports, resumeImports } from '../src/features/imports/import-job.js';
import { makeDocument, operationsOf } from './openapi/document.js';
import { CASES, startSampleService, type SampleService } from './openapi/sample-service.js';

/**
 * Some clusters (such as Citus) distribute tables by account. All rows of an account are then on one node. Each key,
 * and each reference between distributed tables, must therefore start with `account_id`. The tables in
 * `NOT_DISTRIBUTED` are exceptions, for the stated reasons.
 */
const NOT_DISTRIBUTED: Record<string, string> = {
  account: 'lists the accounts, and is searched by email address',
  session: 'is searched by the hash of the cookie, before the account is known',
  password_link: 'is searched by the hash of the token, before the account is known',
  sign_in_attempt: 'is counted before the account is known; some attempts have no account',
  address_window: 'belongs to an IP address, not to an account',
  mikro_orm_migrations: 'belongs to the database, not to an account',
};
/**
 * Unique indexes without `account_id`. A cluster cannot enforce these indexes. They contain hashes of random
 * numbers of 256 bits, which are unique anyway.
 */
const UNIQUE_WITHOUT_ACCOUNT: Record<string, string> = {
  api_key_hash_key: 'a key is searched by its hash, before the account is known',
};

let sample: SampleService;
const rows = async <Row>(text: string): Promise<Row[]> =>
  (await sql.raw<Row>(text).execute(sample.service.services.orm.database.kysely)).rows;
let distributed: string[];
beforeAll(async () => {
  sample = await startSampleService();
  const tables = await rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  distributed = tables.map(({ name }) => name).filter((name) => !(name in NOT_DISTRIBUTED));
});
afterAll(() => sample?.service.close());

describe('in the database catalogue', () => {
  test('every table has a required account_id column, except the tables in NOT_DISTRIBUTED', async () => {
    const withAccount = await rows<{ name: string; type: string; required: boolean }>(`
      select attrelid::regclass::text as name, format_type(atttypid, atttypmod) as type, attnotnull as required
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where attname = 'account_id' and not attisdropped and relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`);
    const columns = Object.fromEntries(withAccount.map(({ name, type, required }) => [name, { type, required }]));
    for (const name of distributed) expect([name, columns[name]]).toEqual([name, { type: 'uuid', required: true }]);
    const present = await rows<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    expect(present.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(NOT_DISTRIBUTED)));
  });

  test('every primary key, unique constraint and unique index of a distributed table starts with account_id', async () => {
    const unique = await rows<{ table: string; name: string; first: string | null }>(`
      select t.relname as table, i.relname as name, a.attname as first
      from pg_index x
        join pg_class t on t.oid = x.indrelid
        join pg_class i on i.oid = x.indexrelid
        left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
      where t.relnamespace = 'public'::regnamespace and (x.indisunique or x.indisexclusion)`);
    const wrong = unique.filter(({ table, first }) => distributed.includes(table) && first !== 'account_id');
    expect(wrong.map(({ name }) => name)).toEqual(Object.keys(UNIQUE_WITHOUT_ACCOUNT));
  });

  test('every foreign key of a distributed table starts with account_id on both sides, or references only the account', async () => {
    const keys = await rows<{ name: string; from: string; to: string; pairs: [string, string][] }>(`
      select conname as name, f.relname as from, t.relname as to, (
        select json_agg(json_build_array(a.attname, b.attname) order by k.place)
        from unnest(conkey, confkey) with ordinality k(near, far, place)
          join pg_attribute a on a.attrelid = conrelid and a.attnum = k.near
          join pg_attribute b on b.attrelid = confrelid and b.attnum = k.far
      ) as pairs
      from pg_constraint join pg_class f on f.oid = conrelid join pg_class t on t.oid = confrelid
      where contype = 'f' and connamespace = 'public'::regnamespace`);
    expect(keys.length).toBeGreaterThan(20);
    const isValid = ({ from, to, pairs }: (typeof keys)[number]) => {
      const [near, far] = pairs[0]!;
      if (distributed.includes(to)) return distributed.includes(from) && near === 'account_id' && far === near;
      return to === 'account' && pairs.length === 1 && near === 'account_id' && far === 'id';
    };
    expect(keys.filter((key) => !isValid(key)).map(({ name }) => name)).toEqual([]);
  });
});

describe('statements', () => {
  const BOUND = /\baccount_id"?\)?\s*(?:=|in\b)|=\s*(?:\w+\.)?"?account_id\b|\busing\s*\(account_id\b|\binsert into\b/i;
  /** Returns the statements on distributed tables that contain no condition on `account_id`. */
  const withoutAccount = () => {
    const named = new RegExp(`\\b(?:from|join|into|update)\\s+(?:"public"\\.)?"?(${distributed.join('|')})\\b`, 'i');
    return [...new Set([...sample.service.statements, ...sample.service.keyUseStatements])].filter(
      (text) => named.test(text) && !BOUND.test(text),
    );
  };

  test('of requests contain the account of their rows', async () => {
    const { service, session, key } = sample;
    service.statements.length = 0;
    for (const { operationId, method, path, security } of operationsOf(await makeDocument())) {
      const { id = '', query = {}, body, file, as } = await CASES[operationId]!(sample);
      const client = as ?? (security.length === 0 ? service.visitor() : security.length === 1 ? session : key);
      const address = `/api/v1${path.replace('{id}', id)}?${new URLSearchParams(query)}`;
      const { status } = await (file ? client.upload(address, ...file) : client.request(method, address, body));
      expect([operationId, Math.floor(status / 100)]).toEqual([operationId, 2]);
    }
    expect(service.statements.length).toBeGreaterThan(500);
    expect(withoutAccount()).toEqual([]);
  });

  test('of background work contain the account, or search for accounts with work', async () => {
    const { services, statements } = sample.service;
    statements.length = 0;
    await resumeImports(services);
    await requeueImports(services);
    await requeueRuns(services);
    await finishAccountDeletions(services);
    expect(statements.length).toBeGreaterThan(3);
    const others = withoutAccount().filter((text) => !/^\s*select account_id as "accountId"/.test(text));
    expect(others).toEqual([]);
  });
});
