import { v7 as uuid } from 'uuid';
import { type Permissions, RESOURCES, type Resource } from '../../src/auth/permissions.js';
import { clientWithKey, makeKey } from '../features/api-keys/keys.js';
import { importFile } from '../features/imports/uploads.js';
import { factories, type Factories } from '../support/factories.js';
import { sharedService, type Client } from '../support/service.js';

/** A key, with the resources for which it has no permission. */
export interface LimitedKey {
  name: string;
  lacks: readonly Resource[];
  client: Client;
}

export interface MarkedService {
  session: Client & { account: { id: string } };
  keys: LimitedKey[];
  id: InsertedIds;
  /** The id of one of the keys. */
  keyId: string;
  /** The ids of imports, by kind of file and outcome. */
  imports: Record<'table' | 'trial' | 'faulty' | 'values' | 'faultyValues' | 'built', string>;
}

const NAMES = Object.keys(RESOURCES) as Resource[];
const granting = (level: (name: Resource) => Permissions[Resource]) =>
  Object.fromEntries(NAMES.map((name) => [name, level(name)])) as Permissions;

/**
 * Creates an account with keys on the shared service. The rows of the account have the marks of their resources
 * (`resource-markers.ts`). Each key lacks permissions for some resources.
 */
export async function startMarkedService(): Promise<MarkedService> {
  const service = await sharedService();
  const session = await service.register({ email: `zaccount-${uuid()}@example.org`, name: 'Zaccount' });
  const id = await insertRows(factories(service.services.orm.database.kysely), session.account.id);
  const imports = await importFiles(session);
  await blockUndo(session, imports.built, id);
  const keys: LimitedKey[] = [];
  let keyId = '';
  for (const resource of NAMES) {
    const cases = {
      without: granting((name) => (name === resource ? 'none' : 'write')),
      only: granting((name) => (name === resource ? 'write' : 'none')),
    };
    for (const [word, permissions] of Object.entries(cases)) {
      const { key, id } = await makeKey(session, { name: 'Key', permissions });
      keyId = id;
      const lacks = NAMES.filter((name) => permissions[name] === 'none');
      keys.push({ name: `${word} ${resource}`, lacks, client: clientWithKey(service, key) });
    }
  }
  return { session, keys, keyId, id, imports };
}

type InsertedIds = Awaited<ReturnType<typeof insertRows>>;

async function insertRows(make: Factories, account: string) {
  const textsOf = (word: string) => ({
    race: `Zqueen race ${word}`,
    line: `Zqueen line ${word}`,
    breeder_code: `Zqueen breeder ${word}`,
    marking: `Zqueen marking ${word}`,
    notes: `Zqueen notes ${word}`,
  });
  const named = (word: string) => ({ name: `Zqueen ${word}`, external_id: `ZQUEEN-${word}`, ...textsOf(word) });
  const sire = await make.queen(account, { ...named('sire'), birth_date: '1950' });
  const mating = { mated_to_id: sire, drone_producers: 961, drones: 962, mated_at: '1952' };
  const dam = await make.queen(account, { ...named('dam'), birth_date: '1951', ...mating });
  const parents = { mother_id: dam, father_id: sire };
  const queen = await make.queen(account, { ...named('queen'), birth_date: '1953', status: 'production', ...parents });
  const twin = await make.queen(account, { ...named('twin'), birth_date: '1954', status: 'dead', mother_id: sire });
  const daughter = await make.queen(account, { ...named('daughter'), generation: 'F1', mother_id: queen });
  const granddaughter = await make.queen(account, { name: 'Zqueen without number', mother_id: daughter });
  await make.identifier(account, queen, 'ZQUEEN-OTHER', 'zqueen');

  const place = { latitude: 12.3456, longitude: 34.5678, elevation_m: 1234.5, notes: 'Zhive notes' };
  const apiary = await make.apiary(account, { name: 'Zhive garden', postal_code: 'Zhive 1', ...place });
  const other = await make.apiary(account, { name: 'Zhive meadow', postal_code: 'Zhive 2' });
  const hive = await make.hive(account, { name: 'Zhive 1', type: 'Zhive type', apiary_id: apiary, queen_id: queen });
  const second = await make.hive(account, { name: 'Zhive 2', apiary_id: apiary, queen_id: twin });
  const third = await make.hive(account, { name: 'Zhive 1', apiary_id: other, queen_id: daughter });

  const test = { evaluator: 'Ztest evaluator', postal_code: 'Ztest 3', honey: 147.31, hyg6h: 31, hyg24h: 43 };
  const evaluation = await make.evaluation(account, queen, { year: 1987, apiary_id: apiary, hive_id: hive, ...test });
  await make.evaluation(account, twin, { year: 1987, apiary_id: apiary, ...test, honey: 139.77 });
  await make.evaluation(account, queen, { year: 1986, apiary_id: other, ...test });
  await make.evaluation(account, twin, { year: 1986, apiary_id: null, ...test });
  await make.evaluation(account, daughter, { year: 1987, apiary_id: apiary, hive_id: hive, ...test, honey: 137.53 });

  const weak = { year: 1955, apiaryId: apiary, records: 1, reason: 'single' };
  const report = {
    traits: {
      honey: { records: 2, groups: 2, weak: 1, weakGroups: [weak], source: 'Zblup source', refused: 'Zblup refused' },
    },
  };
  const run = await make.run(account, {
    report: JSON.stringify(report),
    fingerprint: 'zblup',
    method: 'zblup',
    base_years: 5,
    computed_at: '2099-01-01',
  });
  await make.run(account, { status: 'failed', error: 'Zblup error', computed_at: null });
  const values = { raw: 77.71, normalized: 177.25, reliability: 0.7775, parent_average: 3.0625, family: -5.0625 };
  for (const each of [queen, twin, daughter, dam]) {
    await make.breedingValue(account, run, each, { ...values, own_test: 71.5, offspring: 71.5 });
  }
  return { sire, dam, queen, twin, daughter, granddaughter, apiary, other, hive, second, third, evaluation, run };
}

const TABLE = [
  'queen_name;external_id;race;apiary;hive;eval_year;evaluator;honey_yield_kg;gentleness;hyg6_cleaned',
  'Zqueen from a file;ZQUEEN-F1;Zqueen race;Zhive of a file;Zhive 9;1987;Ztest evaluator;147.31;3;31',
];
/** Each row has a different fault. */
const FAULTY = [
  'queen_name;external_id;birth_date;apiary;hive;eval_year;evaluated_on;honey_yield_kg;gentleness;hyg6_cleaned;hyg24_cleaned;notes',
  'Zqueen a;ZQUEEN-A;Zqueen day;Zhive garden;Zhive 1;1987;;777.5;;;;',
  'Zqueen b;ZQUEEN-B;;Zhive garden;Zhive 1;Ztest year;Ztest day;;777.5;;;',
  'Zqueen c;ZQUEEN-C;;Zhive garden;;1987;;;;43;31;',
  'Zqueen queen;ZQUEEN-queen;;;Zhive 1;1988;;1;;;;',
  ';ZQUEEN-daughter;;Zhive garden;;1987;;147.31;;;;',
  ';ZQUEEN-daughter;;Zhive garden;;1987;;137.53;;;;',
  `Zqueen d;ZQUEEN-D;;${'Zhive '.repeat(50)};;1987;;1;;;;${'Zqueen '.repeat(2000)}`,
];
const VALUES = ['external_id;ZW honey;r2', 'ZQUEEN-V1;177.25;0.7775'];
const FAULTY_VALUES = ['external_id;ZW honey;r2', 'ZQUEEN-V2;Zblup;0.7775', 'ZQUEEN-V3;777.25;777.25'];
const BUILT = ['queen_name;external_id;life_status', 'Zqueen built;ZQUEEN-BUILT;production'];

async function importFiles(session: Client): Promise<MarkedService['imports']> {
  const send = async (lines: readonly string[], status: string, fields = {}) => {
    const { id, ...read } = await importFile(session, 'Zqueen file.csv', lines.join('\n'), fields);
    if (read.status !== status) throw new Error(`The import is ${read.status}: ${JSON.stringify(read.errors)}`);
    return id;
  };
  return {
    table: await send(TABLE, 'completed'),
    trial: await send(TABLE, 'completed', { dry_run: 'true' }),
    faulty: await send(FAULTY, 'failed'),
    values: await send(VALUES, 'completed'),
    faultyValues: await send(FAULTY_VALUES, 'failed'),
    built: await send(BUILT, 'completed'),
  };
}

/** Creates and changes rows of each resource, so that the import can no longer be undone. */
async function blockUndo(session: Client, importId: string, { apiary }: InsertedIds): Promise<void> {
  const done = async (method: string, path: string, body: object): Promise<string> => {
    const response = await session.request(method, path, body);
    if (response.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
    return response.body.data.id as string;
  };
  const { body } = await session.get('/api/queens/lookup?external_id=ZQUEEN-BUILT');
  const queen_id = body.data.id as string;
  await done('PUT', '/api/ebv/index-weights', { weights: { honey: 777.25 } });
  await done('POST', '/api/hives', { name: 'Zhive built', apiary_id: apiary, queen_id });
  const test = { queen_id, eval_year: 1987, apiary_id: apiary, evaluator: 'Ztest', honey_yield_kg: 147.31 };
  await done('POST', '/api/queens/evaluations', test);
  await done('PUT', `/api/queens/${queen_id}`, { notes: 'Zqueen changed' });
  const view = '{ page: QUEENS, name: "Zqueen view", parameters: "search=Zqueen" }';
  await session.graphql(`mutation { saveView(input: ${view}) { id } }`);
  await importFile(session, 'Zqueen later.csv', 'external_id;ZW honey\nZQUEEN-BUILT;177.25\n');
  await importFile(session, 'Zqueen more.csv', 'external_id;race\nZQUEEN-BUILT;Zqueen\n');
  const refused = await session.post(`/api/imports/${importId}/undo`);
  if (refused.status !== 409 || refused.body.errors.length < 5) throw new Error(JSON.stringify(refused.body));
}
