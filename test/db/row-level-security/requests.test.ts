import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { FULL_ACCESS } from '../../../src/auth/permissions.js';
import { clientWithKey as withKey, makeKey } from '../../features/api-keys/keys.js';
import { makeDocument, operationsOf, type Described } from '../../openapi/document.js';
import { CASES, startSampleService, type SampleRequest, type SampleService } from '../../openapi/sample-service.js';
import type { Client } from '../../support/client.js';
import { rowsOf, withoutRowSecurity } from './policies.js';

/**
 * Normally, each unit of work filters by the account of its request. In this test, the requests of some accounts filter
 * by the sample account instead, so that only the database separates the accounts.
 */
let sample: SampleService;
const attackers = new Set<string>();
let operations: Described[];

const db = () => sample.service.services.orm.database.kysely;
const keyFor = async () => {
  const session = await sample.service.register();
  const { key } = await makeKey(session, { permissions: FULL_ACCESS });
  return { account: session.account.id, client: withKey(sample.service, key) };
};

// Without row-level security, rows of the sample account enter the caches. Therefore each test starts its own service.
beforeEach(async () => {
  sample = await startSampleService();
  const { orm } = sample.service.services;
  const { ownedBy } = orm;
  orm.ownedBy = (accountId) => {
    const em = ownedBy(accountId);
    if (accountId !== null && attackers.has(accountId)) em.setFilterParams('owner', { accountId: sample.account });
    return em;
  };
  operations = operationsOf(await makeDocument()).filter(({ security }) => security.length === 2);
});
afterEach(() => sample?.service.close());

/** Returns a client of another account. The requests of this client filter by the sample account. */
async function newAttacker(): Promise<Client> {
  const { account, client } = await keyFor();
  attackers.add(account);
  return client;
}

const send = (client: Client, { method, path }: Described, { id = '', query = {}, body, file }: SampleRequest) => {
  const address = `/api/v1${path.replace('{id}', id)}?${new URLSearchParams(query)}`;
  return file ? client.upload(address, ...file) : client.request(method, address, body);
};

/** Operations that return data of the client itself. */
const OF_THE_CALLER = ['getAccount', 'getPresentedKey'];

/** Returns the operations that respond differently to this client and to an account without rows. */
async function findLeaks(client: Client): Promise<string[]> {
  const leaks: string[] = [];
  const emptyAccount = (await keyFor()).client;
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const request = await CASES[operation.operationId]!(sample);
    const [found, expected] = [await send(client, operation, request), await send(emptyAccount, operation, request)];
    // Error messages about missing rows may differ.
    const isHidden = found.status >= 400 || JSON.stringify(found.body) === JSON.stringify(expected.body);
    if (!isHidden) leaks.push(operation.operationId);
  }
  return leaks.filter((name) => !OF_THE_CALLER.includes(name));
}

test('with row-level security, but not without it, rows of another account look like missing rows', async () => {
  expect(operations.filter(({ method }) => method === 'GET').length).toBeGreaterThan(20);
  expect(await findLeaks(await newAttacker())).toEqual([]);
  // A new attacker has no cached responses.
  const leaks = await withoutRowSecurity(db(), async () => findLeaks(await newAttacker()));
  expect(leaks.length).toBeGreaterThan(20);
});

/** Sends all writes to rows of the sample account. No write may change a row. */
async function expectNoChange(client: Client): Promise<void> {
  const writing = operations.filter(({ method }) => method !== 'GET');
  expect(writing.length).toBeGreaterThan(20);
  for (const operation of writing) {
    const request = await CASES[operation.operationId]!(sample);
    const before = await rowsOf(db(), sample.account);
    await send(client, operation, request);
    expect([operation.operationId, await rowsOf(db(), sample.account)]).toEqual([operation.operationId, before]);
  }
}

test('with row-level security, but not without it, a write to rows of another account changes nothing', async () => {
  const attacker = await newAttacker();
  await expectNoChange(attacker);
  const before = await rowsOf(db(), sample.account);
  const queen = { queen_name: 'Of somebody else', generation: 'F0' };
  const create = operations.find(({ method, path }) => method === 'POST' && path === '/queens')!;
  await send(attacker, create, { body: queen });
  expect(await rowsOf(db(), sample.account)).toEqual(before);
  await withoutRowSecurity(db(), () => send(attacker, create, { body: queen }));
  expect((await rowsOf(db(), sample.account)).queen).toContain('Of somebody else');
});
