import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { sharedService, type AccountClient, type Client, type SharedService } from '../../support/service.js';
import { factories } from '../../support/factories.js';
import { anonymous, download, exported, pack, unpack } from './archives.js';
import { beginningOf, bytesOf, csv, DATENIMPORT, REGINE, STOCKKARTEN, ZUCHTWERTE } from './files.js';
import { all, importFile } from './uploads.js';

let service: SharedService;
let anna: AccountClient;
let archive: Buffer;

beforeAll(async () => {
  service = await sharedService();
  anna = await filled(beginningOf);
  archive = await download(anna);
});

/** Creates an account with the data of all sample files, and with data that no file contains. */
async function filled(read: (file: string) => Buffer): Promise<AccountClient> {
  const client = await service.register();
  for (const file of [DATENIMPORT, STOCKKARTEN, REGINE, ZUCHTWERTE]) {
    expect(await importFile(client, file, read(file))).toMatchObject({ status: 'completed' });
  }
  const { id } = client.account;
  const make = factories(service.services.orm.database.kysely);
  const sire = await make.queen(id, { name: '=cmd|x', external_id: 'X-1', status: 'dead' });
  const dam = await make.queen(id, { name: 'Änne "die Beste", 🐝', mated_to_id: sire, sdi_code: 1, drones: 1 });
  const daughter = await make.queen(id, { name: "'=quoted", mother_id: dam, father_id: sire, birth_date: '2024' });
  await make.queen(id, { name: 'Fatherless', mother_id: daughter, generation: 'F1' });
  await make.queen(id, { name: 'Motherless', father_id: sire, notes: '\\N\t,;\r\n\u2028x' });
  await make.identifier(id, dam, 'ring-7', 'ring');
  await make.identifier(id, dam, '=7', 'a');
  const apiary = await make.apiary(id, { name: '@home', latitude: 52.123456789, longitude: -12.5, notes: 'x' });
  const hive = await make.hive(id, { name: '1', apiary_id: apiary, queen_id: daughter, type: 'Zander' });
  await make.hive(id, { name: 'nowhere' });
  await make.evaluation(id, daughter, { apiary_id: apiary, hive_id: hive, honey: 0.1, hyg6h: 0, hyg24h: 0 });
  await make.evaluation(id, dam, { apiary_id: apiary, honey: 1e-7 });
  const run = await make.run(id, { parameters: '{"honey": {"queen": 1.5}}', report: '{"größe": ["\\"", null]}' });
  await make.breedingValue(id, run, dam, { entity_type: 'worker', raw: -1e-7, reliability: null });
  await make.breedingValue(id, run, dam, { entity_type: 'queen' });
  await make.run(id, { status: 'failed', error: 'It failed.', traits: '{}', computed_at: null });
  await make.run(id, { status: 'cancelled', drone_groups: 'by_dam', computed_at: null });
  return client;
}

async function restored(
  content: Buffer,
  fields = {},
): Promise<{ client: Client; result: Awaited<ReturnType<typeof importFile>> }> {
  const client = await service.register();
  return { client, result: await importFile(client, 'queenbook.zip', content, fields) };
}

test('after a restore into an empty account, the export of this account equals the original export', async () => {
  const whole = await download(await filled(bytesOf));
  const { client, result } = await restored(whole);
  expect(result).toMatchObject({ status: 'completed', format: 'queenbook', errors: [] });
  const files = await unpack(whole);
  const document = JSON.parse(files['queenbook.json']!);
  for (const kind of ['queens', 'evaluations', 'apiaries', 'hives', 'breeding_values']) {
    expect(result.created[kind]).toBe(document[kind].length);
    expect(document[kind].length).toBeGreaterThan(0);
  }
  const again = await exported(client);
  const [first, second] = [anonymous(files), anonymous(again)];
  for (const name of Object.keys(first)) expect([name, second[name]]).toEqual([name, first[name]]);
  // A restore does not change the creation times of rows.
  const stamps = (text: string) => JSON.parse(text).queens.map((queen: { created_at: string }) => queen.created_at);
  expect(stamps(again['queenbook.json']!)).toEqual(stamps(files['queenbook.json']!));
});

// Regression: a restore gave the apiaries new ids, but the warnings of runs still had the old ids, so that the web
// interface called the apiaries deleted.
test('the warnings of restored runs refer to the restored apiaries', async () => {
  const owner = await service.register();
  const make = factories(service.services.orm.database.kysely);
  const apiaryId = await make.apiary(owner.account.id, { name: 'Hill' });
  const queenId = await make.queen(owner.account.id, { name: 'Mona' });
  const deletedId = '0198f3a5-0000-7000-8000-000000000001';
  const groups = [apiaryId, deletedId, null].map((id) => ({ year: 2023, apiaryId: id, records: 1, reason: 'single' }));
  const report = {
    ignoredMatings: { queens: 1, ids: [queenId] },
    note: `"${apiaryId}" ${queenId}`,
    traits: { honey: { records: 3, groups: 3, weak: 3, weakGroups: groups } },
  };
  await make.run(owner.account.id, { report: JSON.stringify(report) });
  const warningsOf = async (caller: Client) => {
    const [run] = await all<{ id: string }>(caller, '/api/ebv/runs');
    const { body } = await caller.get(`/api/ebv/runs/${run!.id}`);
    return body.data.warnings.map((warning: Record<string, unknown>) => [warning.apiary_id, warning.apiary_name]);
  };
  expect(await warningsOf(owner)).toEqual([
    [apiaryId, 'Hill'],
    [deletedId, null],
    [null, null],
  ]);

  const whole = await download(owner);
  const { client } = await restored(whole);
  const [apiary] = await all<{ id: string }>(client, '/api/apiaries');
  expect(await warningsOf(client)).toEqual([
    [apiary!.id, 'Hill'],
    [deletedId, null],
    [null, null],
  ]);
  const [queen] = await all<{ id: string }>(client, '/api/queens/f0');
  const copy = JSON.parse((await unpack(await download(client)))['queenbook.json']!);
  expect(copy.ebv_runs[0].report).toMatchObject({ ignoredMatings: { ids: [queen!.id] }, note: report.note });
});

test('an export of an earlier version, with the member `inbreeding`, is restored', async () => {
  const files = await unpack(archive);
  const former = files['queenbook.json']!.replaceAll('"mated_at":', '"inbreeding":0.25,"mated_at":');
  expect(former).toContain('"inbreeding":0.25');
  const { client, result } = await restored(await pack({ ...files, 'queenbook.json': former }));
  expect(result).toMatchObject({ status: 'completed', errors: [] });
  expect((await client.get('/api/queens?search=Fatherless')).body.data[0].inbreeding).toBe(0);
});

test('data from earlier versions that the service would refuse today are restored', async () => {
  const { account, ...owner } = await service.register();
  const make = factories(service.services.orm.database.kysely);
  const mona = await make.queen(account.id, { name: 'Mona', birth_date: '2099', mated_at: '2098' });
  const sara = await make.queen(account.id, { name: 'Sara', mated_to_id: mona });
  await sql`update queen set mated_to_id = ${sara} where id = ${mona}`.execute(service.services.orm.database.kysely);
  await make.evaluation(account.id, mona, { year: 2099, honey: 20 });
  const archive = await download(Object.assign(service.visitor(), { cookies: owner.cookies }));
  const result = await importFile(await service.register(), 'x.zip', archive);
  expect(result).toMatchObject({ status: 'completed', created: { queens: 2, evaluations: 1 } });
});

test('the raw rows of earlier imports are restored, so that a new import of the same files changes nothing', async () => {
  const { client } = await restored(archive);
  const [queen] = await all<{ id: string; queen_name: string }>(client, '/api/queens/f0?search=DE-31-2-33-2022');
  const [original] = await all<{ id: string }>(anna, '/api/queens/f0?search=DE-31-2-33-2022');
  const detail = async (of: Client, id: string) => (await of.get(`/api/queens/f0/${id}`)).body.data;
  expect((await detail(client, queen!.id)).origin_data).toEqual((await detail(anna, original!.id)).origin_data);
  for (const file of [DATENIMPORT, STOCKKARTEN, ZUCHTWERTE]) {
    const repeated = await importFile(client, file, beginningOf(file));
    expect(Object.values({ ...repeated.created, ...repeated.updated }).every((count) => count === 0)).toBe(true);
  }
});

test('the undo of a restore removes everything that the restore created; later imports must be undone first', async () => {
  const { client, result } = await restored(archive);
  const imports = await all<{ id: string; filename: string }>(client, '/api/v1/imports');
  const old = imports.find(({ filename }) => filename === DATENIMPORT)!;
  const refused = await client.post(`/api/v1/imports/${old.id}/undo`);
  expect(refused).toMatchObject({
    status: 409,
    body: {
      detail: expect.stringContaining(result.id),
      errors: [{ code: 'import_of_export', params: { import_id: result.id } }],
    },
  });
  const added = await importFile(client, 'new.csv', csv([{ queen_name: 'New', mother: 'DE-31-2-33-2022' }]));
  expect((await client.post(`/api/v1/imports/${result.id}/undo`)).status).toBe(409);
  expect((await client.post(`/api/v1/imports/${added.id}/undo`)).status).toBe(200);
  expect(await client.post(`/api/v1/imports/${result.id}/undo`)).toMatchObject({ status: 200 });
  const document = JSON.parse((await exported(client))['queenbook.json']!);
  for (const rows of ['imports', 'queens', 'apiaries', 'hives', 'evaluations', 'ebv_runs'])
    expect(document[rows]).toEqual([]);
  expect(await importFile(client, 'queenbook.zip', archive)).toMatchObject({
    status: 'completed',
    created: result.created,
  });
});

test('a dry run of a restore reports what would be restored, and writes nothing', async () => {
  const { client, result } = await restored(archive, { dry_run: 'true' });
  expect(result).toMatchObject({ status: 'completed', dry_run: true });
  expect(result.created.queens).toBeGreaterThan(100);
  expect(JSON.parse((await exported(client))['queenbook.json']!).queens).toEqual([]);
});

test.each(['queen', 'apiary', 'hive', 'run'] as const)(
  'the restore of an export is refused at once if the account has a row of the kind %s; the message names an alternative',
  async (kind) => {
    const client = await service.register();
    await factories(service.services.orm.database.kysely)[kind](client.account.id);
    const refused = await client.upload('/api/imports', 'queenbook.zip', archive);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        detail: expect.stringMatching(/queens\.csv/),
        errors: [{ code: 'account_not_empty' }],
      },
    });
    expect((await client.get('/api/v1/imports')).body.data).toEqual([]);
  },
);

test('a restore needs permission to write all kinds of rows', async () => {
  const client = await service.register();
  const writes = { queens: 'write', evaluations: 'write', hive: 'write', blup: 'write' };
  for (const missing of Object.keys(writes)) {
    const { body } = await client.post('/api/api-keys', {
      name: missing,
      permissions: { ...writes, [missing]: 'read' },
    });
    const program = service.visitor();
    program.headers.Authorization = `Bearer ${body.data.key}`;
    const refused = await program.upload('/api/imports', 'queenbook.zip', archive);
    expect(refused).toMatchObject({ status: 403, body: { required: { resource: missing, level: 'write' } } });
  }
  expect((await client.get('/api/v1/imports')).body.data).toEqual([]);
  expect(await client.upload('/api/imports', 'x.zip', archive, { sheet: 'x', generation: 'F0' })).toMatchObject({
    status: 400,
    body: {
      errors: [
        { path: 'sheet', code: 'not_for_exports' },
        { path: 'generation', code: 'not_for_exports' },
      ],
    },
  });
});

test('queens.csv and evaluations.csv of an export can be imported separately, even if names contain apostrophes or formulas', async () => {
  const client = await service.register();
  const files = await unpack(archive);
  for (const name of ['queens.csv', 'evaluations.csv']) {
    expect(await importFile(client, name, files[name]!)).toMatchObject({ status: 'completed', errors: [] });
  }
  const facts = async (of: Client) =>
    (await all<Record<string, unknown>>(of, '/api/v1/queens'))
      .map(({ queen_name, external_id, birth_date, life_status, dam_external_id, drone_sire_id, generation, notes }) =>
        JSON.stringify({
          queen_name,
          external_id,
          birth_date,
          life_status,
          dam_external_id,
          drone_sire_id,
          generation,
          notes,
        }),
      )
      .sort();
  expect(await facts(client)).toEqual(await facts(anna));
  const tests = async (of: Client) =>
    (await all<{ honey_yield_kg: number | null }>(of, '/api/queens/evaluations'))
      .map(({ honey_yield_kg }) => honey_yield_kg)
      .sort();
  expect(await tests(anna)).toContain(1e-7);
  expect(await tests(client)).toEqual(await tests(anna));
});

// Regression: the evaluation without an apiary was added to the evaluation at the apiary, or the import failed.
// Regression: the file has the former name as an identifier, and identifiers have precedence over names. Therefore the
// daughter got the queen with the former name as dam.
test('queens.csv of an export tells a queen from the queen whose former name is the same', async () => {
  const owner = await service.register();
  const make = factories(service.services.orm.database.kysely);
  const { id } = owner.account;
  await make.identifier(id, await make.queen(id, { name: 'Berta', external_id: 'B-1' }), 'Anna', 'name');
  const anna = await make.queen(id, { name: 'Anna' });
  await make.queen(id, { name: 'Clara', external_id: 'C-1', mother_id: anna });
  const file = (await unpack(await download(owner)))['queens.csv']!;
  const empty = await service.register();
  for (const client of [owner, empty]) {
    const result = await importFile(client, 'queens.csv', file);
    expect(result).toMatchObject({ status: 'completed', updated: { queens: 0 } });
    const queens = await all<{ queen_name: string; pedigree: { mother: object | null } }>(client, '/api/queens/f0');
    const clara = queens.find(({ queen_name }) => queen_name === 'Clara');
    expect(clara?.pedigree.mother).toMatchObject({ queen_name: 'Anna' });
  }
  // If no queen has the name, a reference with the former name still finds the queen.
  const rows = csv([
    {
      queen_name: 'Berta',
      external_id: 'B-1',
      external_identifiers: JSON.stringify([{ system: 'name', value: 'Dora' }]),
    },
    { queen_name: 'Ella', mother: 'Dora' },
  ]);
  expect(await importFile(empty, 'former.csv', rows)).toMatchObject({ created: { queens: 1 } });
});

test('evaluations.csv of an export keeps evaluations without an apiary apart from evaluations of the same year at apiaries', async () => {
  const [from, to] = [await service.register(), await service.register()];
  const { id } = from.account;
  const make = factories(service.services.orm.database.kysely);
  for (const apiaries of [1, 2]) {
    const queen = await make.queen(id, { name: `At ${apiaries}` });
    await make.evaluation(id, queen, { honey: 10 });
    for (let index = 1; index <= apiaries; index += 1) {
      const apiary = await make.apiary(id, { name: `Apiary ${apiaries}.${index}` });
      await make.evaluation(id, queen, { apiary_id: apiary, honey: 20 + index });
    }
  }
  const files = await unpack(await download(from));
  for (const times of ['first', 'second']) {
    expect(await importFile(to, 'queens.csv', files['queens.csv']!)).toMatchObject({ status: 'completed' });
    const { status, errors, created } = await importFile(to, 'evaluations.csv', files['evaluations.csv']!);
    expect([times, status, errors]).toEqual([times, 'completed', []]);
    expect(created).toMatchObject({ evaluations: times === 'first' ? 5 : 0 });
  }
  const honey = (await all<{ honey_yield_kg: number }>(to, '/api/queens/evaluations')).map((row) => row.honey_yield_kg);
  expect(honey.sort()).toEqual([10, 10, 21, 21, 22]);
});

// Regression: apiaries, hives and imports were imported as queens, and hives.csv gave queens the names of their hives.
test('CSV files of an export other than queens.csv and evaluations.csv are refused; the message asks for the whole export', async () => {
  const client = await service.register();
  const files = await unpack(archive);
  const others = Object.keys(files).filter((name) => /\.csv$/.test(name) && !/^(queens|evaluations)\./.test(name));
  expect(others).toHaveLength(6);
  for (const name of others) {
    expect(await client.upload('/api/imports', name, files[name]!)).toMatchObject({
      status: 400,
      body: {
        detail: expect.stringContaining(
          `The table ${name} comes from an export and does not describe queens. Import the whole`,
        ),
      },
    });
  }
  expect((await client.get('/api/v1/queens')).body.page.total).toBe(0);
});
