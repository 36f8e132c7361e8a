import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sharedService, type SharedService } from '../../support/service.js';
import { factories } from '../../support/factories.js';
import { download, exported, pack, packTwice, unpack, type Files } from './archives.js';
import { importFile } from './uploads.js';
import { runs } from '../../support/fuzz.js';

type Row = Record<string, unknown>;
type Document = Record<string, Row[]>;

let service: SharedService;
let files: Files;
let archive: Buffer;

/** Creates a dam, a sire, two daughters, an apiary, a hive, an evaluation, a run with a value, and a raw row. */
beforeAll(async () => {
  service = await sharedService();
  const { account, ...client } = await service.register();
  const { id } = account;
  const make = factories(service.services.orm.database.kysely);
  const uuid = (number: number) => `00000000-0000-7000-8000-00000000000${number}`;
  const sire = await make.queen(id, { id: uuid(1), name: 'Sire', external_id: 'S-1', birth_date: '2018' });
  const dam = await make.queen(id, { id: uuid(2), name: 'Dam', mated_to_id: sire, birth_date: '2019' });
  const family = { mother_id: dam, father_id: sire };
  const daughter = await make.queen(id, {
    id: uuid(3),
    name: 'Daughter',
    external_id: 'D-1',
    birth_date: '2021',
    ...family,
  });
  await make.queen(id, { id: uuid(4), name: 'Sister', generation: 'F1', ...family });
  await make.identifier(id, daughter, 'R-7', 'ring');
  const apiary_id = await make.apiary(id, { name: 'Heath' });
  await make.hive(id, { name: '1', apiary_id, queen_id: daughter });
  await make.evaluation(id, daughter, { apiary_id, honey: 20, hyg6h: 20, hyg24h: 30 });
  const run = await make.run(id);
  await make.breedingValue(id, run, daughter);
  await make.import(id, {}, [[daughter, 'Daughter']]);
  archive = await download(Object.assign(service.visitor(), { cookies: client.cookies }));
  files = await unpack(archive);
});

const edited = (edit: (document: Document) => void): Promise<Buffer> => {
  const document = JSON.parse(files['queenbook.json']!) as Document;
  edit(document);
  return pack({ 'queenbook.json': JSON.stringify(document, null, 1) });
};

const KINDS = ['imports', 'apiaries', 'queens', 'hives', 'evaluations', 'ebv_runs', 'breeding_values'];

test('an export can be restored after its JSON was reformatted', async () => {
  const client = await service.register();
  const result = await importFile(client, 'x.zip', await edited(() => undefined));
  expect(result).toMatchObject({ status: 'completed', created: { queens: 4, evaluations: 1, apiaries: 1, hives: 1 } });
});

test('an export whose times have no milliseconds can be restored', async () => {
  const client = await service.register();
  const content = await edited(({ queens }) => (queens![0]!.created_at = '2023-12-31T12:00:00Z'));
  expect(await importFile(client, 'x.zip', content)).toMatchObject({ status: 'completed', errors: [] });
  const [first] = (JSON.parse((await exported(client))['queenbook.json']!) as Document).queens!;
  expect(first!.created_at).toBe('2023-12-31T12:00:00.000Z');
});

test('the largest breeding values that can be restored can be averaged', async () => {
  const client = await service.register();
  const largest = await edited(({ breeding_values }) =>
    Object.assign(breeding_values![0]!, { raw_value: -1e100, normalized_value: 1e100 }),
  );
  expect(await importFile(client, 'x.zip', largest)).toMatchObject({ status: 'completed', errors: [] });
  const { status, body } = await client.get('/api/v1/ebv/trends');
  expect([status, body.data.find(({ queens }: { queens: number }) => queens > 0)]).toEqual([
    200,
    expect.objectContaining({ traits: { honey: { n: 1, mean: 1e100 } } }),
  ]);
});

const FAULTS: [name: string, edit: (document: Document) => void, column: string, message: RegExp][] = [
  [
    'an unknown life status',
    ({ queens }) => (queens![2]!.life_status = 'asleep'),
    'queens.life_status',
    /one of testing, /,
  ],
  [
    'a date that does not exist',
    ({ queens }) => (queens![2]!.birth_date = '2021-02-30'),
    'queens.birth_date',
    /does not exist/,
  ],
  [
    'a number as text',
    ({ evaluations }) => (evaluations![0]!.honey_yield_kg = '20'),
    'evaluations.honey_yield_kg',
    /number from 0 to 200/,
  ],
  ['a NUL character', ({ apiaries }) => (apiaries![0]!.notes = 'a\0b'), 'apiaries.notes', /NUL/],
  [
    'an unpaired surrogate',
    ({ ebv_runs }) => (ebv_runs![0]!.report = { x: ['\ud800'] }),
    'ebv_runs.report',
    /unpaired surrogates/,
  ],
  [
    'an unpaired surrogate in the name of a member',
    ({ ebv_runs }) => (ebv_runs![0]!.report = { x: { '\ud800': 1 } }),
    'ebv_runs.report',
    /unpaired surrogates/,
  ],
  [
    'a time in a year that the database cannot store',
    ({ apiaries }) => (apiaries![0]!.created_at = '0000-01-01T00:00:00.000Z'),
    'apiaries.created_at',
    /must be a time/,
  ],
  // Regression: such a document passed the checks and failed in the database, so the restore ended without a message.
  [
    'an unpaired surrogate in an unknown member of a column',
    ({ imports }) => (imports![0]!.columns = [{ header: 'Name', field: null, samples: [], colour: '\ud800' }]),
    'imports.columns',
    /must be a list of/,
  ],
  [
    'a column whose header is not text',
    ({ imports }) => (imports![0]!.columns = [{ header: 5, field: null, samples: [] }]),
    'imports.columns',
    /must be a list of/,
  ],
  [
    'too many headers',
    ({ imports }) => (imports![0]!.headers = Array(1025).fill('x')),
    'imports.headers',
    /a list of at most 1024 values/,
  ],
  // Regression: such values were restored, and then genetic trends and mating plans failed with an internal error.
  [
    'a normalized breeding value that is too large for sums',
    ({ breeding_values }) => (breeding_values![0]!.normalized_value = 1.5e308),
    'breeding_values.normalized_value',
    /number from -1e\+100 to 1e\+100/,
  ],
  [
    'a raw breeding value that is too large for sums',
    ({ breeding_values }) => (breeding_values![0]!.raw_value = -1.5e308),
    'breeding_values.raw_value',
    /number from -1e\+100 to 1e\+100/,
  ],
  ['an unknown member', ({ queens }) => (queens![0]!.colour = 'red'), 'queens.colour', /is unknown/],
  [
    'additional identifiers that are not a list',
    ({ queens }) => (queens![2]!.external_identifiers = 'R-7'),
    'queens.external_identifiers',
    /must be a list/,
  ],
  [
    'an additional identifier that is not an object',
    ({ queens }) => (queens![2]!.external_identifiers as unknown[]).push('R-8'),
    'queens.external_identifiers.1',
    /must be an object/,
  ],
  ['a row that is not an object', ({ queens }) => queens!.push('Mona' as never), 'queens', /must be an object/],
  ['a missing name', ({ queens }) => delete queens![0]!.queen_name, 'queens.queen_name', /required/],
  ['a raw row without cells', ({ queens }) => (queens![2]!.origin = [{ row: 2 }]), 'queens.origin.0.cells', /required/],
  [
    'more cells cleaned after 6 hours than after 24',
    ({ evaluations }) => (evaluations![0]!.hyg24_cleaned = 5),
    'evaluations.hyg24_cleaned',
    /must not be below/,
  ],
  [
    'an evaluation without a trait',
    ({ evaluations }) =>
      Object.assign(evaluations![0]!, { honey_yield_kg: null, hyg6_cleaned: null, hyg24_cleaned: null }),
    'evaluations.honey_yield_kg',
    /all other traits/,
  ],
  [
    'a reference to a missing queen',
    ({ hives }) => (hives![0]!.queen_id = '00000000-0000-7000-8000-0000000000ff'),
    'hives.queen_id',
    /not the id of a row in queens/,
  ],
  [
    'a raw row whose import is missing',
    ({ imports }) => imports!.pop(),
    'queens.origin.import_id',
    /not the id of a row in imports/,
  ],
  ['a duplicate id', ({ queens }) => (queens![3]!.id = queens![1]!.id), 'queens.id', /already/],
  ['a duplicate external_id', ({ queens }) => (queens![2]!.external_id = 'S-1'), 'queens.external_id', /already/],
  [
    'a duplicate additional identifier',
    ({ queens }) => (queens![0]!.external_identifiers = queens![2]!.external_identifiers),
    'queens.external_identifiers.value',
    /already in line \d+ with the same system;/,
  ],
  ['a duplicate name', ({ queens }) => (queens![3]!.queen_name = 'Dam'), 'queens.queen_name', /already/],
  [
    'a duplicate name of an apiary',
    ({ apiaries }) => apiaries!.push({ ...apiaries![0]!, id: '00000000-0000-7000-8000-0000000000aa' }),
    'apiaries.name',
    /already/,
  ],
  [
    'two hives with the same name at an apiary',
    ({ hives }) => hives!.push({ ...hives![0]!, id: '00000000-0000-7000-8000-0000000000aa', queen_id: null }),
    'hives.name',
    /already in line \d+ with the same apiary_id;/,
  ],
  [
    'two evaluations of a queen in the same year at the same apiary',
    ({ evaluations }) => evaluations!.push({ ...evaluations![0]!, id: '00000000-0000-7000-8000-0000000000aa' }),
    'evaluations.apiary_id',
    /already in line \d+ with the same queen_id, eval_year;/,
  ],
  [
    'a duplicate raw row of a queen',
    ({ queens }) => (queens![2]!.origin as Row[]).push((queens![2]!.origin as Row[])[0]!),
    'queens.origin.row',
    /already/,
  ],
  [
    'a queen that heads two hives',
    ({ hives }) => hives!.push({ ...hives![0]!, id: '00000000-0000-7000-8000-0000000000aa', name: '2' }),
    'hives.queen_id',
    /already/,
  ],
  [
    'a cycle in the pedigree',
    ({ queens }) => Object.assign(queens![0]!, { mother_id: queens![2]!.id, birth_date: null }),
    'queens.father_id',
    /own ancestor/,
  ],
  [
    'a mother younger than her daughter',
    ({ queens }) => (queens![1]!.birth_date = '2022-01-01'),
    'queens.mother_id',
    /was born \(2022-01-01\) after/,
  ],
  [
    'a missing father of a queen whose mother has a mate',
    ({ queens }) => (queens![2]!.father_id = null),
    'queens.father_id',
    /must be S-1, the queen that the mother is mated to/,
  ],
  [
    'an F1 queen without a mother',
    ({ queens }) => Object.assign(queens![3]!, { mother_id: null }),
    'queens.mother_id',
    /needs a mother/,
  ],
];

test.each(FAULTS)('%s is reported with line and field, and nothing is restored', async (_, edit, column, message) => {
  const client = await service.register();
  const result = await importFile(client, 'x.zip', await edited(edit));
  expect(result.status).toBe('failed');
  const fault = result.errors.find((error) => error.column === column);
  expect(fault).toMatchObject({ row: expect.any(Number), message: expect.stringMatching(message) });
  const document = JSON.parse((await exported(client))['queenbook.json']!);
  for (const kind of KINDS) expect(document[kind]).toEqual([]);
});

test('errors that concern several rows name the line in which each row begins', async () => {
  const client = await service.register();
  const document = JSON.parse(files['queenbook.json']!) as Document;
  const [sire, dam, daughter, sister] = document.queens as [Row, Row, Row, Row];
  dam.birth_date = '2022-01-01';
  sister.external_id = 'S-1';
  Object.assign(sire, { mother_id: daughter.id, birth_date: null });
  const text = JSON.stringify(document, null, 1);
  const lines = text.split('\n');
  const lineOf = ({ id }: Row) => lines.indexOf(`   "id": "${id as string}",`);
  const { errors } = await importFile(client, 'x.zip', await pack({ 'queenbook.json': text }));
  const found = errors.map(({ row, column, message }) => [row, column, message]);
  expect(found.sort()).toEqual(
    [
      [lineOf(sire), 'queens.mother_id', expect.stringMatching(/own ancestor/)],
      [lineOf(daughter), 'queens.father_id', expect.stringMatching(/own ancestor/)],
      [lineOf(daughter), 'queens.mother_id', expect.stringMatching(/was born/)],
      [lineOf(sister), 'queens.external_id', expect.stringMatching(`already in line ${lineOf(sire)};`)],
    ].sort(),
  );
});

test('all errors of a document are reported together', async () => {
  const client = await service.register();
  const all = await edited(({ queens, evaluations, hives }) => {
    queens![2]!.life_status = 'asleep';
    queens![1]!.birth_date = '2022';
    evaluations![0]!.hyg24_cleaned = 5;
    hives![0]!.apiary_id = '00000000-0000-7000-8000-0000000000ff';
  });
  const { errors, error_count } = await importFile(client, 'x.zip', all);
  expect(errors.map(({ column }) => column).sort()).toEqual(
    ['evaluations.hyg24_cleaned', 'hives.apiary_id', 'queens.life_status', 'queens.mother_id'].sort(),
  );
  expect(error_count).toBe(4);
});

const json = () => files['queenbook.json']!;

test.each<[name: string, content: () => Promise<Buffer> | Buffer, status: number, message: RegExp]>([
  ['text that is not JSON', () => pack({ 'queenbook.json': 'queen_name\nAnna' }), 400, /not valid JSON/],
  ['a truncated document', () => pack({ 'queenbook.json': json().slice(0, -20) }), 400, /ends before it is complete/],
  ['another JSON document', () => pack({ 'queenbook.json': '{"hello": 1}' }), 400, /may contain only format/],
  ['an empty document', () => pack({ 'queenbook.json': '{}' }), 400, /not an export of Queenbook/],
  [
    'a later version of the format',
    () => pack({ 'queenbook.json': json().replace('"version":1', '"version":2') }),
    400,
    /version 2/,
  ],
  [
    'a section with an unknown name',
    () => pack({ 'queenbook.json': json().replace('"hives":', '"hivez":') }),
    400,
    /"hivez"/,
  ],
  [
    'a section that is not a list',
    () => pack({ 'queenbook.json': '{"format":"queenbook","version":1,"queens":{}}' }),
    400,
    /as a list/,
  ],
  [
    'a section that occurs twice',
    () => pack({ 'queenbook.json': '{"format":"queenbook","version":1,"queens":[],"hives":[],"queens":[]}' }),
    400,
    /must contain "queens" once/,
  ],
  ['invalid UTF-8', () => pack({ 'queenbook.json': Buffer.from([123, 34, 255, 34]) as never }), 400, /UTF-8/],
  ['a truncated archive', () => archive.subarray(0, archive.length - 200), 400, /damaged/],
  ['an archive with a wrong checksum', () => withFlippedBit(archive), 400, /damaged|not valid JSON/],
  // Regression: the first of two documents was restored, and the second was ignored without a message.
  ['an archive with two documents', () => packTwice({ 'queenbook.json': json() }), 400, /more than once/],
  [
    'an archive whose unpacked content is too large',
    () => pack({ 'queenbook.json': ' '.repeat(60e6) }),
    413,
    /unpacked size .* is more/,
  ],
])('%s is refused at once', async (_, content, status, message) => {
  const client = await service.register();
  const refused = await client.upload('/api/imports', 'x.zip', await content());
  expect(refused.status).toBe(status);
  expect(refused.body.detail).toMatch(message);
  expect((await client.get('/api/v1/imports')).body.data).toEqual([]);
});

/** Changes one bit of the compressed document. */
function withFlippedBit(content: Buffer): Buffer {
  const copy = Buffer.from(content);
  copy[200]! ^= 4;
  return copy;
}

// Regression: an error message that quoted a NUL character could not be stored.
test('no change of a value in an export causes an internal error', async () => {
  const client = await service.register();
  const value = fc.oneof(
    fc.constantFrom(
      null,
      '',
      0,
      -1,
      1e300,
      [],
      {},
      [[]],
      'x'.repeat(300),
      `${'x'.repeat(59)}🐝`,
      '\0',
      '\ud800',
      '2021-02-30',
      true,
    ),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...KINDS), fc.nat(), fc.nat(), value, async (kind, which, member, put) => {
      const content = await edited((document) => {
        const rows = document[kind]!;
        const row = rows[which % rows.length]!;
        row[Object.keys(row)[member % Object.keys(row).length]!] = put;
      });
      const result = await importFile(client, 'x.zip', content, { dry_run: 'true' });
      expect(['completed', 'failed']).toContain(result.status);
      for (const { message } of result.errors) expect(message).not.toMatch(/error in Queenbook/);
    }),
    { numRuns: runs(30) },
  );
});
