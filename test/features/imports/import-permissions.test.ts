import { beforeAll, describe, expect, test } from '@jest/globals';
import { RESOURCES, type Permissions, type Resource } from '../../../src/auth/permissions.js';
import { clientWithKey, makeKey } from '../api-keys/keys.js';
import { factories } from '../../support/factories.js';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import { exported, pack } from './archives.js';
import { importFile, type ImportBody } from './uploads.js';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const NAMES = Object.keys(RESOURCES) as Resource[];

/** Returns a client with a key that can read these resources, and nothing else. */
async function reader(client: Client, ...resources: Resource[]): Promise<Client> {
  const permissions = Object.fromEntries(NAMES.map((name) => [name, resources.includes(name) ? 'read' : 'none']));
  return clientWithKey(service, (await makeKey(client, { permissions: permissions as Permissions })).key);
}

const read = async (client: Client, id: string) => (await client.get(`/api/imports/${id}`)).body.data as ImportBody;

/** Returns the samples by header; undefined for omitted samples. */
const samplesOf = ({ columns }: ImportBody) => Object.fromEntries(columns.map((each) => [each.header, each.samples]));
const messagesOf = ({ errors }: ImportBody) => errors.map(({ column, message }) => `${column}: ${message}`);

const reason = (...resources: Resource[]) =>
  `is not accepted; to see the reason, you need the permission "read" on ${resources.map((name) => `"${name}"`).join(' and ')}`;

describe('samples of columns', () => {
  const FILE = [
    'Name;Notiz;apiary;hive;eval_year;postal_code;country_code;honey_yield_kg;gentleness',
    'Mona;dark;Garden;H 1;2024;34117;DE;25;3',
  ].join('\n');
  const ALL = {
    Name: ['Mona'],
    Notiz: ['dark'],
    apiary: ['Garden'],
    hive: ['H 1'],
    eval_year: ['2024'],
    postal_code: ['34117'],
    country_code: ['DE'],
    honey_yield_kg: ['25'],
    gentleness: ['3'],
  };
  const OF_TESTS = ['eval_year', 'postal_code', 'country_code', 'honey_yield_kg', 'gentleness'];
  const OF_PLACES = ['apiary', 'hive', 'postal_code', 'country_code'];
  const without = (...headers: string[]) =>
    Object.fromEntries(
      Object.entries(ALL).map(([header, each]) => [header, headers.includes(header) ? undefined : each]),
    );

  test.each<[Resource[], Record<string, string[] | undefined>]>([
    [['queens', 'evaluations', 'hive'], ALL],
    [['queens', 'hive'], without(...OF_TESTS)],
    [['queens', 'evaluations'], without(...OF_PLACES)],
    [['queens', 'blup', 'account'], without(...OF_TESTS, ...OF_PLACES)],
  ])('are shown to a key that can read %j, except for columns of other resources', async (resources, expected) => {
    const owner = await service.register();
    const full = await importFile(owner, 'table.csv', FILE);
    expect([full.status, samplesOf(full)]).toEqual(['completed', ALL]);
    const key = await reader(owner, ...resources);
    expect(samplesOf(await read(key, full.id))).toEqual(expected);
    const { body } = await key.get('/api/imports');
    expect(samplesOf(body.data[0] as ImportBody)).toEqual(expected);
  });

  test('of breeding values need the permission `blup`, although evaluations have fields with the same names', async () => {
    const owner = await service.register();
    const { id, format } = await importFile(owner, 'values.csv', 'external_id;ZW Sanftmut;r2\nDE-1;104;0.5\n');
    expect(format).toBe('zuchtwerte');
    const values = { 'ZW Sanftmut': ['104'], r2: ['0.5'] };
    const both = { external_id: ['DE-1'], ...values };
    expect(samplesOf(await read(await reader(owner, 'queens', 'blup'), id))).toEqual(both);
    expect(samplesOf(await read(await reader(owner, 'queens', 'evaluations'), id))).toEqual({ external_id: ['DE-1'] });
  });

  test.each([
    ['ZW Sanftmut', 'ZW Sanftmut', '104'],
    ['gentleness', 'gentleness;gentleness_r2', '104;0.5'],
  ])('of the breeding values "%s" in a table with tests need permission for both', async (header, headers, cells) => {
    const owner = await service.register();
    const file = `external_id;eval_year;honey_yield_kg;${headers}\nDE-1;2024;25;${cells}\n`;
    const { id, format } = await importFile(owner, 'table.csv', file);
    expect(format).toBe('table');
    const samples = async (...resources: Resource[]) =>
      samplesOf(await read(await reader(owner, 'queens', ...resources), id))[header];
    expect(await samples('evaluations', 'blup')).toEqual(['104']);
    expect(await samples('evaluations')).toBeUndefined();
    expect(await samples('blup')).toBeUndefined();
  });

  test('that the key cannot read are null in GraphQL, with an error at their path', async () => {
    const owner = await service.register();
    const { id } = await importFile(owner, 'table.csv', FILE);
    const key = await reader(owner, 'queens', 'hive', 'blup');
    const { body } = await key.graphql(`{ import(id: "${id}") { columns { header samples } } }`);
    const { columns } = body.data.import as ImportBody;
    expect(columns.filter(({ samples }) => samples === null).map(({ header }) => header)).toEqual(OF_TESTS);
    for (const { path, extensions } of body.errors) {
      expect(path).toEqual(['import', 'columns', expect.any(Number), 'samples']);
      expect(columns[path[2] as number]!.samples).toBeNull();
      expect(extensions).toEqual({
        code: 'insufficient_permission',
        required: { resource: 'evaluations', level: 'read' },
      });
    }
    expect(body.errors).toHaveLength(OF_TESTS.length);
  });
});

describe('an upload', () => {
  // Regression: a key without the permission wrote evaluations, if the file had no other results than these.
  test.each([
    ['HONIG1;HONIG2', '12;13'],
    ['AUSRAUM;AUSRAUMH', '40;6'],
  ])('of a Datenimport file with only the results %s needs permission for evaluations', async (headers, cells) => {
    const owner = await service.register();
    const file = `NST;L1A;LV1A;Z1A;NR1A;J1A;SCHLUPF;${headers}\n1;DE;1;1;7;2022;2022;${cells}`;
    const permissions = { queens: 'write', evaluations: 'read', blup: 'none', hive: 'none', account: 'none' } as const;
    const key = await clientWithKey(service, (await makeKey(owner, { permissions })).key);
    const { status, body } = await key.upload('/api/imports', 'datenimport.csv', file);
    expect([status, body.required]).toEqual([403, { resource: 'evaluations', level: 'write' }]);
    expect(await importFile(owner, 'datenimport.csv', file)).toMatchObject({ created: { queens: 1, evaluations: 1 } });
  });

  test.each(['apiary', 'hive'])(
    'of a table with only queens and the column %s needs permission for hives',
    async (column) => {
      const owner = await service.register();
      const file = `queen_name;life_status;${column}\nMona;production;Hill 7`;
      const permissions = {
        queens: 'write',
        evaluations: 'write',
        blup: 'write',
        hive: 'read',
        account: 'none',
      } as const;
      const key = clientWithKey(service, (await makeKey(owner, { permissions })).key);
      const refused = { status: 403, body: { required: { resource: 'hive', level: 'write' } } };
      expect(await key.upload('/api/imports', 'queens.csv', file)).toMatchObject(refused);
      const { id, created } = await importFile(owner, 'queens.csv', file);
      expect(created).toMatchObject({ queens: 1, [column === 'hive' ? 'hives' : 'apiaries']: 1 });
      expect(await key.post(`/api/imports/${id}/undo`)).toMatchObject(refused);
      expect((await owner.post(`/api/imports/${id}/undo`)).status).toBe(200);
    },
  );
});

describe('messages of errors', () => {
  test('name only the missing permission if the cell belongs to a resource that the key cannot read', async () => {
    const owner = await service.register();
    const file = [
      'queen_name;birth_date;apiary;hive;eval_year;gentleness',
      'Mona;yesterday;;;2024;3',
      'Zoe;;;;2024;7.77',
      `Lea;;${'Secret '.repeat(40)};;2024;3`,
    ].join('\n');
    const { id, status, errors } = await importFile(owner, 'table.csv', file);
    expect([status, errors.map(({ column }) => column)]).toEqual(['failed', ['birth_date', 'gentleness', 'apiary']]);
    const all = errors.map(({ column, message }) => `${column}: ${message}`);
    const messagesFor = async (...resources: Resource[]) =>
      messagesOf(await read(await reader(owner, ...resources), id));
    expect(await messagesFor('queens', 'evaluations', 'hive')).toEqual(all);
    expect(await messagesFor('queens', 'evaluations')).toEqual([all[0], all[1], `apiary: ${reason('hive')}`]);
    expect(await messagesFor('queens', 'hive')).toEqual([
      all[0],
      `gentleness: ${reason('evaluations')}`,
      `apiary: ${reason('evaluations')}`,
    ]);
    expect(await messagesFor('queens')).toEqual([
      all[0],
      `gentleness: ${reason('evaluations')}`,
      `apiary: ${reason('hive', 'evaluations')}`,
    ]);
  });

  test('about a whole row name only the missing permission if the key cannot read all resources of the file', async () => {
    const owner = await service.register();
    const { account } = owner;
    const make = factories(service.services.orm.database.kysely);
    const queen = await make.queen(account.id, { name: 'Mona' });
    for (const name of ['Garden', 'Meadow']) {
      await make.evaluation(account.id, queen, { year: 1987, apiary_id: await make.apiary(account.id, { name }) });
    }
    const { id, errors } = await importFile(owner, 'table.csv', 'queen_name;eval_year;gentleness\nMona;1987;3\n');
    expect(errors).toMatchObject([{ column: null, message: expect.stringContaining('1987') }]);
    const [fault] = (await read(await reader(owner, 'queens', 'hive', 'blup'), id)).errors;
    expect(fault!.message).toBe(reason('evaluations'));
  });

  test('about a section of an export name only the missing permission if the key cannot read the resource of the section', async () => {
    const owner = await service.register();
    const make = factories(service.services.orm.database.kysely);
    const queen = await make.queen(owner.account.id, { name: 'Mona' });
    await make.evaluation(owner.account.id, queen, { gentleness: 3 });
    await make.apiary(owner.account.id, { latitude: 51.5 });
    const files = await exported(owner);
    const broken = files['queenbook.json']!.replace('"gentleness":3', '"gentleness":7.77')
      .replace('"latitude":51.5', '"latitude":777.5')
      .replace('"queen_name":"Mona"', '"queen_name":null');
    const other = await service.register();
    const { id, errors } = await importFile(other, 'queenbook.zip', await pack({ 'queenbook.json': broken }));
    expect(messagesOf({ errors } as ImportBody).join()).toMatch(/777\.5.*7\.77/);
    const messages = messagesOf(await read(await reader(other, 'queens'), id));
    expect(messages).toEqual([
      `apiaries.latitude: ${reason('hive')}`,
      'queens.queen_name: is required',
      `evaluations.gentleness: ${reason('evaluations')}`,
    ]);
  });
});
