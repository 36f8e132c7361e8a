import { beforeAll, describe, expect, test } from '@jest/globals';
import { isObjectType } from 'graphql';
import { groupBy } from '../../src/graphql/group.js';
import { buildGuardedSchema } from '../../src/server/schema.js';
import { waitForEnd } from '../features/imports/uploads.js';
import { runs } from '../support/fuzz.js';
import { readPaths } from '../support/read-paths.js';
import type { TestResponse, Client } from '../support/service.js';
import { Leaks } from './leaks.js';
import { startMarkedService, type LimitedKey, type MarkedService } from './marked-service.js';
import { failingRequests } from './failing-requests.js';
import { selectedFields, queryDocuments } from './query-documents.js';

/**
 * The texts and numbers of each resource contain marks: values that occur in no other resource. Clients with keys that
 * lack a permission send all read requests, and requests that cause errors. No response may contain a mark of a
 * resource that the key may not read. Imported rows are an exception, because the service returns these rows as they
 * are in the file.
 */
let marked: MarkedService;
beforeAll(async () => {
  marked = await startMarkedService();
});

const schema = await buildGuardedSchema();
const documents = queryDocuments(schema);

/**
 * Returns the keys that lack the permission for exactly one resource. Each of these keys can send every request that
 * does not need this resource.
 */
const lackingOne = () => marked.keys.filter(({ lacks }) => lacks.length === 1);

/** Sends a request as the owner and with each key, and records the marks of the responses. */
async function sendAndCheck(
  leaks: Leaks,
  name: string,
  send: (client: Client) => Promise<TestResponse>,
  keys = marked.keys,
): Promise<void> {
  leaks.recordOwner(await send(marked.session));
  for (const key of keys) leaks.recordKey(key, name, await send(key.client));
}

function expectNoLeaks({ found, unseen }: Leaks): void {
  expect(found).toEqual([]);
  expect(unseen).toEqual([]);
}

test('no REST response shows data that the key may not read', async () => {
  const leaks = new Leaks();
  const { session, id, imports } = marked;
  const rows = {
    ids: [id.queen, id.twin, id.daughter, id.apiary, id.hive, id.evaluation, id.run, ...Object.values(imports)],
    others: [id.twin, id.daughter],
    externalId: 'ZQUEEN-queen',
  };
  for (const path of await readPaths(session, rows)) {
    // The order of the rows does not depend on the key, so a few keys are enough for sorted lists.
    await sendAndCheck(leaks, path, (client) => client.get(path), /[?&]sort=/.test(path) ? lackingOne() : marked.keys);
  }
  expectNoLeaks(leaks);
});

describe('GraphQL queries', () => {
  const rows = (names: string[]) => names.map((name) => marked.id[name as keyof MarkedService['id']]);
  /** Returns the variables to send to a root field. */
  const values = (root: string): Record<string, unknown>[] => {
    const { id, imports } = marked;
    const pairs = [
      [id.queen, id.twin],
      [id.queen, id.daughter],
      [id.dam, id.sire],
    ];
    if (root === 'queenMerge') return pairs.map(([keepId, mergeId]) => ({ keepId, mergeId }));
    if (root === 'queenByExternalId') return [{ externalId: 'ZQUEEN-queen' }];
    if (root === 'planMatings') {
      return [{ input: { queenIds: [id.queen], droneMotherIds: [id.dam], use: 'own_drones' } }];
    }
    if (root.startsWith('apiKey')) return [{ id: marked.keyId }];
    if (root === 'savedViews') return [{ page: 'QUEENS' }];
    if (root === 'importRows') return Object.values(imports).map((each) => ({ importId: each }));
    if (root === 'import') return Object.values(imports).map((each) => ({ id: each }));
    const kinds: Record<string, string[]> = {
      queen: ['queen', 'daughter', 'granddaughter'],
      evaluation: ['evaluation'],
      apiary: ['apiary'],
      hive: ['hive'],
      ebvRun: ['run'],
    };
    return rows(kinds[root] ?? ['queen']).map((each) => ({ id: each, queenId: each }));
  };

  // `IssuedApiKey` is an exception: only the session that creates a key receives it.
  test('select every field of each row type', () => {
    const rows = Object.values(schema.getTypeMap()).filter(isObjectType);
    const all = rows
      .filter(({ name, extensions }) => extensions.resource !== undefined && name !== 'IssuedApiKey')
      .flatMap((type) => Object.keys(type.getFields()).map((name) => `${type.name}.${name}`));
    const selected = selectedFields(schema, documents);
    expect(all.filter((field) => !selected.has(field))).toEqual([]);
  });

  test('show no data that the key may not read', async () => {
    const leaks = new Leaks();
    const faults: string[] = [];
    for (const [root, some] of groupBy(documents, ({ name }) => name.split('.')[0]!)) {
      const refused = new Set<LimitedKey>();
      for (const [number, document] of some.entries()) {
        const isFirst = number === 0 || runs(1) > 1;
        for (const [place, candidate] of values(root).entries()) {
          const variables = Object.fromEntries(document.variables.map((name) => [name, candidate[name]]));
          const full = await marked.session.graphql(document.document, variables);
          leaks.recordOwner(full);
          if (full.body.errors) faults.push(`${document.name}: ${JSON.stringify(full.body.errors).slice(0, 300)}`);
          // A key with permission for one resource gets the same error for most rows, so one row is enough.
          const keys = place === 0 && isFirst ? marked.keys : lackingOne();
          for (const key of keys.filter((each) => !refused.has(each))) {
            const response = await key.client.graphql(document.document, variables);
            if (response.body.data?.[root] == null) refused.add(key);
            leaks.recordKey(key, document.name, response);
          }
        }
      }
    }
    expectNoLeaks(leaks);
    expect(faults).toEqual([]);
  });
});

test('no error shows data that the key may not read', async () => {
  const leaks = new Leaks();
  for (const { name, send } of failingRequests(marked)) await sendAndCheck(leaks, name, send);
  expectNoLeaks(leaks);
});

test('no response to a repeated Idempotency-Key shows data that the API key may not read', async () => {
  const { session, keys, id } = marked;
  const leaks = new Leaks();
  const sendWithKeys = async (name: string, send: (client: Client) => Promise<TestResponse>) => {
    for (const key of keys) leaks.recordKey(key, name, await send(key.client));
  };
  const sendTwice = async (path: string, body: object, between?: (createdId: string) => Promise<unknown>) => {
    const headers = { 'Idempotency-Key': path };
    const first = await session.post(path, body, { headers });
    expect([path, first.status]).toEqual([path, 201]);
    await between?.(first.body.data.id as string);
    await sendWithKeys(path, (client) => client.post(path, body, { headers }));
    await sendWithKeys(`${path}, otherwise`, (client) => client.post(path, { ...body, notes: 'x' }, { headers }));
  };
  await sendTwice('/api/queens/f1', { queen_name: 'Zqueen new', mother_id: id.queen }, async (queen) => {
    await session.post('/api/queens/evaluations', { queen_id: queen, eval_year: 1987, honey_yield_kg: 147.31 });
  });
  await sendTwice('/api/queens/evaluations', { queen_id: id.dam, eval_year: 1987, honey_yield_kg: 147.31 });
  await sendTwice('/api/apiaries', { name: 'Zhive new' });
  await sendTwice('/api/hives', { name: 'Zhive new', queen_id: id.dam });
  const file = 'queen_name;apiary;eval_year;honey_yield_kg\nZqueen again;Zhive again;1987;147.31\n';
  const upload = (client: Client) => {
    const form = new FormData();
    form.set('file', new Blob([file]), 'Zqueen.csv');
    return client.post('/api/imports', undefined, { raw: form, headers: { 'Idempotency-Key': 'upload' } });
  };
  await waitForEnd(session, (await upload(session)).body.data.id as string);
  await sendWithKeys('upload', upload);
  expect(leaks.found).toEqual([]);
});
