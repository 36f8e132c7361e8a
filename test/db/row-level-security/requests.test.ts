import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { FULL_ACCESS } from '../../../src/auth/permissions.js';
import { clientWithKey as withKey, makeKey } from '../../features/api-keys/keys.js';
import { makeDocument, operationsOf, type Described } from '../../openapi/document.js';
import { CASES, makeWorld, type Ask, type World } from '../../openapi/sample-service.js';
import type { Client } from '../../support/client.js';
import { rowsOf, withoutRowSecurity } from './policies.js';

/**
 * The first line of defence is that every unit of work names its account. This test removes it for one account, whose
 * requests all name another's, so that only the database separates them.
 */
let world: World;
const intruders = new Set<string>();
let operations: Described[];

const db = () => world.service.services.orm.database.kysely;
const keyFor = async () => {
  const session = await world.service.register();
  const { key } = await makeKey(session, { permissions: FULL_ACCESS });
  return { account: session.account.id, client: withKey(world.service, key) };
};

// Without row-level security, caches get rows of the other account, so each test has its own service.
beforeEach(async () => {
  world = await makeWorld();
  const { orm } = world.service.services;
  const { ownedBy } = orm;
  orm.ownedBy = (asks) => {
    const em = ownedBy(asks);
    if (asks !== null && intruders.has(asks)) em.setFilterParams('owner', { accountId: world.account });
    return em;
  };
  operations = operationsOf(await makeDocument()).filter(({ security }) => security.length === 2);
});
afterEach(() => world?.service.close());

/** A key of another account, whose requests name the account of the world. */
async function newIntruder(): Promise<Client> {
  const { account, client } = await keyFor();
  intruders.add(account);
  return client;
}

const send = (client: Client, { method, path }: Described, { id = '', query = {}, body, file }: Ask) => {
  const address = `/api/v1${path.replace('{id}', id)}?${new URLSearchParams(query)}`;
  return file ? client.upload(address, ...file) : client.request(method, address, body);
};

/** Operations about the client itself. */
const OF_THE_CALLER = ['getAccount', 'getPresentedKey'];

/** Operations whose response differs between a foreign account and an account without rows. */
async function telling(client: Client): Promise<string[]> {
  const told: string[] = [];
  const newcomer = (await keyFor()).client;
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const ask = await CASES[operation.operationId]!(world);
    const [found, expected] = [await send(client, operation, ask), await send(newcomer, operation, ask)];
    // The messages of missing rows can differ.
    const silent = found.status >= 400 || JSON.stringify(found.body) === JSON.stringify(expected.body);
    if (!silent) told.push(operation.operationId);
  }
  return told.filter((name) => !OF_THE_CALLER.includes(name));
}

test('a request for rows of another account gets the same response as for missing rows, only with row-level security', async () => {
  expect(operations.filter(({ method }) => method === 'GET').length).toBeGreaterThan(20);
  expect(await telling(await newIntruder())).toEqual([]);
  // Another account, without cached responses.
  const told = await withoutRowSecurity(db(), async () => telling(await newIntruder()));
  expect(told.length).toBeGreaterThan(20);
});

/** Sends all writes to rows of the world, none of which may change anything. */
async function expectNoChange(client: Client): Promise<void> {
  const writing = operations.filter(({ method }) => method !== 'GET');
  expect(writing.length).toBeGreaterThan(20);
  for (const operation of writing) {
    const ask = await CASES[operation.operationId]!(world);
    const before = await rowsOf(db(), world.account);
    await send(client, operation, ask);
    expect([operation.operationId, await rowsOf(db(), world.account)]).toEqual([operation.operationId, before]);
  }
}

test('a write to another account changes nothing, only with row-level security', async () => {
  const intruder = await newIntruder();
  await expectNoChange(intruder);
  const before = await rowsOf(db(), world.account);
  const queen = { queen_name: 'Of somebody else', generation: 'F0' };
  const create = operations.find(({ method, path }) => method === 'POST' && path === '/queens')!;
  await send(intruder, create, { body: queen });
  expect(await rowsOf(db(), world.account)).toEqual(before);
  await withoutRowSecurity(db(), () => send(intruder, create, { body: queen }));
  expect((await rowsOf(db(), world.account)).queen).toContain('Of somebody else');
});
