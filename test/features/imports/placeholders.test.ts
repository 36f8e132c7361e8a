import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { factories } from '../../support/factories.js';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { sharedService, type AccountClient, type SharedService } from '../../support/service.js';
import { all, importFile, type ImportBody } from './uploads.js';

interface Queen {
  id: string;
  queen_name: string;
  mother_id: string | null;
  father_id: string | null;
  mated_to_id: string | null;
}

let service: SharedService;
let client: AccountClient;

beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  client = await service.register();
});

const queens = async (filter = '') => all<Queen>(client, `/api/v1/queens${filter}`);
const names = async (filter = '') => (await queens(filter)).map(({ queen_name }) => queen_name);
const remove = async () => {
  const { status, body } = await client.post('/api/v1/imports/placeholders/remove', {});
  return { status, data: body.data as ImportBody, body };
};

/** Imports rows. Then renames queens to placeholder words, because earlier versions created queens with such names. */
async function importLikeEarlierVersions(rows: string[], words: Record<string, string>) {
  await importFile(client, 'file.csv', rows.join('\n'));
  for (const { id, queen_name } of await queens()) {
    const word = words[queen_name];
    if (word !== undefined) await client.put(`/api/v1/queens/${id}`, { queen_name: word });
  }
}

describe('queens whose names are words for missing values', () => {
  test.each(['unbekannt', '?', '--', '0', 'N/A', 'keine Angabe', 'Mutter unbekannt', 'inconnue', 'DE-0-0-0', 'brak'])(
    'such as "%s" are listed',
    async (word) => {
      await importLikeEarlierVersions(['name;mother', 'Anna;Xenia', 'Berta;Olga'], { Xenia: word });
      expect(await names('?placeholder=true')).toEqual([word]);
      expect(await names('?placeholder=false')).toEqual(['Anna', 'Berta', 'Olga']);
    },
  );

  test.each(['Мария', 'Ελένη', 'KB 12', 'AI 7', 'II/5', 'Insel 3', 'Libera', 'Isola', '12', 'Le'])(
    'do not include the dam "%s"',
    async (name) => {
      await importFile(client, 'file.csv', `name;mother\nAnna;${name}`);
      expect(await names('?placeholder=true')).toEqual([]);
      expect(await names()).toEqual(expect.arrayContaining(['Anna', name]));
    },
  );

  test('are not listed if other data about them are known, or if a user entered them', async () => {
    await importLikeEarlierVersions(['name;mother;race', 'Anna;Xenia;', 'Xenia;;C'], { Xenia: 'unbekannt' });
    await client.post('/api/queens/f0', { queen_name: 'Nada' });
    expect(await names('?placeholder=true')).toEqual([]);
    expect((await remove()).status).toBe(409);
  });

  test('are not listed if any member has a value or any record refers to them', async () => {
    const make = factories(service.services.orm.database.kysely);
    const { id: account } = client.account;
    const import_id = await make.import(account);
    const facts = {
      ...{ external_id: 'DE-1', mother_id: await make.queen(account, { name: 'Anna' }), birth_date: '2020' },
      ...{ race: 'C', line: 'Sklenar', status: 'dead', breeder_code: 'DE-44', marking: 'green', notes: 'Calm' },
      ...{ mated_at: '2021', mating_type: 'land_station', mating_station: 'Heide' },
    };
    let name = '?';
    const add = (row: object = {}) => make.queen(account, { name: (name += '?'), import_id, ...row });
    for (const [column, value] of Object.entries(facts)) await add({ [column]: value });
    await make.evaluation(account, await add());
    await make.hive(account, { queen_id: await add() });
    await make.identifier(account, await add(), 'DE-2');
    await make.import(account, {}, [[await add(), 'Anna']]);
    const plain = await add();
    expect((await queens('?placeholder=true')).map(({ id }) => id)).toEqual([plain]);
  });

  test('are removed together, and restored by undo', async () => {
    const rows = [
      'name;mother;father;mated_to',
      'Anna;Xenia;Line;Yvonne',
      'Berta;Xenia;;',
      'Cora;Zoe;Line;',
      'Dora;Anna;;',
    ];
    await importLikeEarlierVersions(rows, { Xenia: 'unbekannt', Yvonne: 'Standbegattung', Zoe: '?' });
    const before = await queens();
    const placeholders = await names('?placeholder=true');
    const { status, data } = await remove();
    expect([status, data]).toMatchObject([
      200,
      { status: 'completed', format: 'placeholders', rows: 3, updated: { queens: 4 } },
    ]);
    const after = new Map((await queens()).map((queen) => [queen.queen_name, queen]));
    expect([...after.keys()]).toEqual(['Anna', 'Berta', 'Cora', 'Dora', 'Line']);
    const line = after.get('Line')!.id;
    const none = { mother_id: null, father_id: null, mated_to_id: null };
    expect(after.get('Anna')).toMatchObject(none);
    // The removed dam of Anna and Berta had two daughters, but only the row of Anna named a father. Both lose him.
    expect(after.get('Berta')).toMatchObject(none);
    expect(after.get('Cora')).toMatchObject({ ...none, father_id: line });
    expect(after.get('Dora')).toMatchObject({ mother_id: after.get('Anna')!.id, father_id: null });

    expect((await client.post(`/api/v1/imports/${data.id}/undo`, {})).status).toBe(200);
    const withoutTime = (queen: Queen) => ({ ...queen, updated_at: undefined });
    expect((await queens()).map(withoutTime)).toEqual(before.map(withoutTime));
    expect(await names('?placeholder=true')).toEqual(placeholders);
  });

  test('do not block the undo of the import that created them after their removal was undone', async () => {
    const { id } = await importFile(client, 'file.csv', 'name;mother\nAnna;Xenia\n');
    // A change by a user would block the undo.
    await sql`
      update queen set name = 'unbekannt', name_key = 'unbekannt'
      where account_id = ${client.account.id} and name = 'Xenia'`.execute(service.services.orm.database.kysely);
    const removal = await remove();
    expect(removal.status).toBe(200);
    for (const undone of [removal.data.id, id])
      expect((await client.post(`/api/v1/imports/${undone}/undo`, {})).status).toBe(200);
    expect(await names()).toEqual([]);
  });

  test('with breeding values are removed only with permission to write breeding values', async () => {
    await importLikeEarlierVersions(['name;mother', 'Anna;Xenia'], { Xenia: 'unbekannt' });
    const make = factories(service.services.orm.database.kysely);
    const { id } = (await queens('?placeholder=true'))[0]!;
    await make.breedingValue(client.account.id, await make.run(client.account.id), id);
    const removeWith = async (blup: 'read' | 'write') => {
      const { key } = await makeKey(client, { permissions: { queens: 'write', blup } });
      return clientWithKey(service, key).post('/api/v1/imports/placeholders/remove', {});
    };
    expect(await removeWith('read')).toMatchObject({
      status: 403,
      body: { required: { resource: 'blup', level: 'write' } },
    });
    expect(await names()).toEqual(['Anna', 'unbekannt']);
    expect((await client.get(`/api/v1/ebv/latest?queen_id=${id}`)).body.data).toHaveLength(1);
    expect((await removeWith('write')).status).toBe(200);
    expect(await names()).toEqual(['Anna']);
  });

  test('are not removed if they are mothers of F1 queens', async () => {
    await importLikeEarlierVersions(['name;mother;generation', 'Anna;Xenia;F1'], { Xenia: 'unbekannt' });
    expect((await remove()).status).toBe(409);
    expect(await names()).toEqual(['Anna', 'unbekannt']);
    expect(await names('?placeholder=true')).toEqual([]);
  });
});

describe('queens whose identifiers differ only in spelling', () => {
  // Earlier versions accepted such queens, because they compared identifiers exactly.
  async function insertQueen(name: string, externalId: string) {
    await sql`
      insert into queen (account_id, id, generation, name, name_key, external_id)
      values (${client.account.id}, gen_random_uuid(), 'F0', ${name}, ${name.toLowerCase()}, ${externalId})
    `.execute(service.services.orm.database.kysely);
  }

  test('are listed for merging', async () => {
    await insertQueen('Anna', 'DE-1-2');
    await insertQueen('Berta', 'de - 1 - 2');
    await insertQueen('Cora', 'DE-1-3');
    // Two spellings of the same queen's identifier.
    const make = factories(service.services.orm.database.kysely);
    const dora = await make.queen(client.account.id, { name: 'Dora', external_id: 'DE-1-4' });
    await make.identifier(client.account.id, dora, 'de - 1 - 4');
    expect(await names('?shares_identifier=true')).toEqual(['Anna', 'Berta']);
    expect(await names('?shares_identifier=false')).toEqual(['Cora', 'Dora']);
  });

  test('are listed if one of them has the identifier only as an additional identifier', async () => {
    await client.post('/api/queens/f0', {
      queen_name: 'Anna',
      external_identifiers: [{ system: 'old', value: 'AT 5' }],
    });
    await insertQueen('Berta', 'at 5');
    expect(await names('?shares_identifier=true')).toEqual(['Anna', 'Berta']);
  });

  test('cause an error in a file that refers to one of them by the identifier', async () => {
    await insertQueen('Anna', 'DE-1-2');
    await insertQueen('Berta', 'de - 1 - 2');
    const found = await importFile(client, 'a.csv', 'name;mother\nDora;DE-1–2\n');
    expect(found).toMatchObject({
      status: 'failed',
      errors: [{ row: 2, column: 'mother', code: 'ambiguous_identifier' }],
    });
    expect(await names()).toEqual(['Anna', 'Berta']);
  });
});
