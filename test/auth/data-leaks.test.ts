import { beforeAll, describe, expect, test } from '@jest/globals';
import { isObjectType } from 'graphql';
import { groupBy } from '../../src/graphql/group.js';
import { buildGuardedSchema } from '../../src/server/schema.js';
import { settled } from '../features/imports/uploads.js';
import { runs } from '../support/fuzz.js';
import { readings } from '../support/read-paths.js';
import type { Answer, Client } from '../support/service.js';
import { Leaks } from './leaks.js';
import { startMarked, type BarredKey, type Marked } from './marked-service.js';
import { provocationsOf } from './failing-requests.js';
import { selectedFields, questionsOf } from './query-documents.js';

/**
 * Rows of each resource have marks. Keys that lack a resource read everything and cause errors: no response may contain
 * a mark of a resource that the key lacks, except in imported rows as they were in the file.
 */
let marked: Marked;
beforeAll(async () => {
  marked = await startMarked();
});

const schema = await buildGuardedSchema();
const questions = questionsOf(schema);

/** Keys that lack one resource can send every request that does not need it. */
const lackingOne = () => marked.keys.filter(({ lacks }) => lacks.length === 1);

/** Sends a request as the owner and with the given or all keys. */
async function ask(
  leaks: Leaks,
  name: string,
  send: (client: Client) => Promise<Answer>,
  keys = marked.keys,
): Promise<void> {
  leaks.noteOwner(await send(marked.session));
  for (const key of keys) leaks.note(key, name, await send(key.client));
}

function expectNone({ found, unseen }: Leaks): void {
  expect(found).toEqual([]);
  expect(unseen).toEqual([]);
}

test('no REST read shows data that the key may not read', async () => {
  const leaks = new Leaks();
  const { session, id, imports } = marked;
  const rows = {
    ids: [id.queen, id.twin, id.daughter, id.apiary, id.hive, id.evaluation, id.run, ...Object.values(imports)],
    others: [id.twin, id.daughter],
    externalId: 'ZQUEEN-queen',
  };
  for (const path of await readings(session, rows)) {
    // The order does not depend on the key.
    await ask(leaks, path, (client) => client.get(path), /[?&]sort=/.test(path) ? lackingOne() : marked.keys);
  }
  expectNone(leaks);
});

describe('no GraphQL query shows data that the key may not read', () => {
  const rows = (names: string[]) => names.map((name) => marked.id[name as keyof Marked['id']]);
  /** Variables by root field. */
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

  // Except the response that a session gets when it creates a key.
  test('queries select every field of rows', () => {
    const rows = Object.values(schema.getTypeMap()).filter(isObjectType);
    const all = rows
      .filter(({ name, extensions }) => extensions.resource !== undefined && name !== 'IssuedApiKey')
      .flatMap((type) => Object.keys(type.getFields()).map((name) => `${type.name}.${name}`));
    const asked = selectedFields(schema, questions);
    expect(all.filter((field) => !asked.has(field))).toEqual([]);
  });

  test('on every path through the schema', async () => {
    const leaks = new Leaks();
    const faults: string[] = [];
    for (const [root, some] of groupBy(questions, ({ name }) => name.split('.')[0]!)) {
      const refused = new Set<BarredKey>();
      for (const [number, question] of some.entries()) {
        const isFirst = number === 0 || runs(1) > 1;
        for (const [place, given] of values(root).entries()) {
          const variables = Object.fromEntries(question.variables.map((name) => [name, given[name]]));
          const whole = await marked.session.graphql(question.document, variables);
          leaks.noteOwner(whole);
          if (whole.body.errors) faults.push(`${question.name}: ${JSON.stringify(whole.body.errors).slice(0, 300)}`);
          // A key with only one resource mostly gets the same error for each row.
          const asking = place === 0 && isFirst ? marked.keys : lackingOne();
          for (const key of asking.filter((each) => !refused.has(each))) {
            const answer = await key.client.graphql(question.document, variables);
            if (answer.body.data?.[root] == null) refused.add(key);
            leaks.note(key, question.name, answer);
          }
        }
      }
    }
    expectNone(leaks);
    expect(faults).toEqual([]);
  });
});

test('no error shows data that the key may not read', async () => {
  const leaks = new Leaks();
  for (const { name, send } of provocationsOf(marked)) await ask(leaks, name, send);
  expectNone(leaks);
});

test('no repeated request shows data that the key may not read', async () => {
  const { session, keys, id } = marked;
  const leaks = new Leaks();
  const askKeys = async (name: string, send: (client: Client) => Promise<Answer>) => {
    for (const key of keys) leaks.note(key, name, await send(key.client));
  };
  const twice = async (path: string, body: object, between?: (made: string) => Promise<unknown>) => {
    const headers = { 'Idempotency-Key': path };
    const first = await session.post(path, body, { headers });
    expect([path, first.status]).toEqual([path, 201]);
    await between?.(first.body.data.id as string);
    await askKeys(path, (client) => client.post(path, body, { headers }));
    await askKeys(`${path}, otherwise`, (client) => client.post(path, { ...body, notes: 'x' }, { headers }));
  };
  await twice('/api/queens/f1', { queen_name: 'Zqueen new', mother_id: id.queen }, async (queen) => {
    await session.post('/api/queens/evaluations', { queen_id: queen, eval_year: 1987, honey_yield_kg: 147.31 });
  });
  await twice('/api/queens/evaluations', { queen_id: id.dam, eval_year: 1987, honey_yield_kg: 147.31 });
  await twice('/api/apiaries', { name: 'Zhive new' });
  await twice('/api/hives', { name: 'Zhive new', queen_id: id.dam });
  const file = 'queen_name;apiary;eval_year;honey_yield_kg\nZqueen again;Zhive again;1987;147.31\n';
  const upload = (client: Client) => {
    const form = new FormData();
    form.set('file', new Blob([file]), 'Zqueen.csv');
    return client.post('/api/imports', undefined, { raw: form, headers: { 'Idempotency-Key': 'upload' } });
  };
  await settled(session, (await upload(session)).body.data.id as string);
  await askKeys('upload', upload);
  expect(leaks.found).toEqual([]);
});
