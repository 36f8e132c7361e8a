import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { EVERYTHING } from '../../src/access/permissions.js';
import { bearing as withKey, makeKey } from '../api-keys/keys.js';
import { makeDocument, operationsOf, type Described } from '../openapi/document.js';
import { CASES, makeWorld, type Ask, type World } from '../openapi/world.js';
import type { Client } from '../support/client.js';
import { bearing, withoutWall } from './behind.js';

/**
 * The first wall is that every unit of work names its account, in the owner filter and in hand-written SQL. Here it is
 * taken away for one account, whose requests all name another's: what stands between the two is the database alone.
 */
let world: World;
let intruder: Client;
/** Of an account that has nothing, and to which nothing is done. */
let newcomer: Client;
let operations: Described[];

const db = () => world.service.services.orm.database.kysely;
const keyFor = async () => {
  const session = await world.service.register();
  const { key } = await makeKey(session, { permissions: EVERYTHING });
  return { account: session.account.id, client: withKey(world.service, key) };
};

beforeAll(async () => {
  world = await makeWorld();
  const { orm } = world.service.services;
  const { ownedBy } = orm;
  const { account, client } = await keyFor();
  intruder = client;
  newcomer = (await keyFor()).client;
  orm.ownedBy = (asks) => {
    const em = ownedBy(asks);
    if (asks === account) em.setFilterParams('owner', { accountId: world.account });
    return em;
  };
  operations = operationsOf(await makeDocument()).filter(({ security }) => security.length === 2);
});
afterAll(() => world?.service.close());

const send = (client: Client, { method, path }: Described, { id = '', query = {}, body, file }: Ask) => {
  const address = `/api/v1${path.replace('{id}', id)}?${new URLSearchParams(query)}`;
  return file ? client.upload(address, ...file) : client.request(method, address, body);
};

/** It tells of whoever presents the key. */
const OF_THE_CALLER = 'getAccount';

/** Operations that tell the intruder anything else than they tell somebody who has nothing. */
async function telling(): Promise<string[]> {
  const told: string[] = [];
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const ask = await CASES[operation.operationId]!(world);
    const [found, expected] = [await send(intruder, operation, ask), await send(newcomer, operation, ask)];
    // That nothing is found may be said in other words.
    const silent = found.status >= 400 || JSON.stringify(found.body) === JSON.stringify(expected.body);
    if (!silent) told.push(operation.operationId);
  }
  return told.filter((name) => name !== OF_THE_CALLER);
}

test('a request that asks for the rows of another account is told what somebody is who has none', async () => {
  expect(operations.filter(({ method }) => method === 'GET').length).toBeGreaterThan(20);
  expect(await telling()).toEqual([]);
});

test('without the wall in the database it is told the rows', async () => {
  const told = await withoutWall(db(), telling);
  expect(told.length).toBeGreaterThan(20);
});

/** They move when a key is used at all. */
const USE = ['api_key', 'api_key_use', 'request_window'];

/** All that is of the account, as text. */
async function rowsOf(account: string): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const { table, owner } of await bearing(db())) {
    if (USE.includes(table)) continue;
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(t::text, ' ' order by t::text), '') as text
      from ${sql.table(table)} t where ${sql.ref(owner)} = ${account}`.execute(db());
    all[table] = rows[0]!.text;
  }
  return all;
}

test('a request that writes in another account changes nothing of it', async () => {
  const writing = operations.filter(({ method }) => method !== 'GET');
  expect(writing.length).toBeGreaterThan(20);
  for (const operation of writing) {
    const ask = await CASES[operation.operationId]!(world);
    const before = await rowsOf(world.account);
    await send(intruder, operation, ask);
    expect([operation.operationId, await rowsOf(world.account)]).toEqual([operation.operationId, before]);
  }
});

test('without the wall in the database it does', async () => {
  const before = await rowsOf(world.account);
  const queen = { queen_name: 'Of somebody else', generation: 'F0' };
  const create = operations.find(({ method, path }) => method === 'POST' && path === '/queens')!;
  await send(intruder, create, { body: queen });
  expect(await rowsOf(world.account)).toEqual(before);
  await withoutWall(db(), () => send(intruder, create, { body: queen }));
  expect((await rowsOf(world.account)).queen).toContain('Of somebody else');
});
