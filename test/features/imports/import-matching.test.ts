import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FORMER_NAME } from '../../../src/features/queens/name-key.js';
import { factories } from '../../support/factories.js';
import { sharedService, type AccountClient, type Client, type SharedService } from '../../support/service.js';
import { csv } from './files.js';
import { all, importFile } from './uploads.js';
import { runs } from '../../support/fuzz.js';

interface Queen {
  id: string;
  generation: string;
  queen_name: string;
  external_id: string | null;
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

const queens = async (of: Client = client) => {
  const rows = await all<Queen>(of, '/api/v1/queens');
  return new Map(rows.map((queen) => [queen.external_id ?? queen.queen_name, queen]));
};

test('a parent or mate without a row of her own becomes an F0 queen with the identifier or name that refers to her', async () => {
  await importFile(client, 'a.csv', csv([{ queen_name: 'Anna', mother: 'DE-44-1-3-2020', mated_to: 'Line 7' }]));
  const found = await queens();
  expect(found.get('DE-44-1-3-2020')).toMatchObject({
    queen_name: 'DE-44-1-3-2020',
    external_id: 'DE-44-1-3-2020',
    generation: 'F0',
  });
  expect(found.get('Line 7')).toMatchObject({ external_id: null, generation: 'F0' });
  expect(found.get('Anna')).toMatchObject({
    mother_id: found.get('DE-44-1-3-2020')?.id,
    mated_to_id: found.get('Line 7')?.id,
  });
});

// Regression: the mate of the former mother remained the father, although the new mother has no mating.
test('a file that changes the mother of a queen also changes her father, even if the new mother has no mate', async () => {
  await importFile(
    client,
    'a.csv',
    csv([
      { queen_name: 'Dam', mated_to: 'Line' },
      { queen_name: 'Mona', mother: 'Dam' },
    ]),
  );
  await importFile(client, 'b.csv', csv([{ queen_name: 'Mona', mother: 'Other' }]));
  const found = await queens();
  expect(found.get('Mona')).toMatchObject({ mother_id: found.get('Other')?.id, father_id: null });
  await importFile(client, 'c.csv', csv([{ queen_name: 'Mona', mother: 'Dam' }]));
  expect((await queens()).get('Mona')?.father_id).toBe(found.get('Line')?.id);
});

test("a mother's mating sets the father of her daughters, and a daughter's father sets the mother's mating", async () => {
  await importFile(client, 'a.csv', csv([{ queen_name: 'Dam' }, { queen_name: 'Old', mother: 'Dam' }]));
  await importFile(client, 'b.csv', csv([{ queen_name: 'New', mother: 'Dam', father: 'Line' }]));
  const found = await queens();
  const line = found.get('Line')?.id;
  expect(found.get('Dam')?.mated_to_id).toBe(line);
  expect([found.get('Old')?.father_id, found.get('New')?.father_id]).toEqual([line, line]);
  await importFile(client, 'c.csv', csv([{ queen_name: 'Dam', mated_to: 'Better line' }]));
  const later = await queens();
  const better = later.get('Better line')?.id;
  expect([later.get('Old')?.father_id, later.get('New')?.father_id, later.get('Dam')?.mated_to_id]).toEqual([
    better,
    better,
    better,
  ]);
});

test('a queen is found by her identifier even if the row has a new name, and by her name if no other queen has this name', async () => {
  await importFile(
    client,
    'a.csv',
    csv([
      { queen_name: 'Anna', external_id: 'X-1' },
      { queen_name: 'Berta', external_id: '' },
    ]),
  );
  const before = await queens();
  const again = await importFile(
    client,
    'b.csv',
    csv([
      { queen_name: 'Anna the second', external_id: 'X-1', race: '' },
      { queen_name: 'Berta', external_id: '', race: 'C' },
    ]),
  );
  expect(again).toMatchObject({ created: { queens: 0 }, updated: { queens: 2 } });
  const after = await queens();
  expect([after.get('X-1')?.id, after.get('Berta')?.id]).toEqual([before.get('X-1')?.id, before.get('Berta')?.id]);
  expect(after.get('X-1')?.queen_name).toBe('Anna the second');
});

test('only a row with an identifier can change the name of a queen; searches then find her by the new name', async () => {
  const row = (queen_name: string, external_id = '', race = '') => ({ queen_name, external_id, race });
  await importFile(client, 'a.csv', csv([row('Anna', 'X-1'), row('Berta')]));
  const names = async () =>
    (await all<Queen>(client, '/api/v1/queens?sort=queen_name')).map((queen) => queen.queen_name);
  const found = async (name: string) => (await client.get(`/api/v1/queens?search=${name}`)).body.page.total;
  await importFile(client, 'b.csv', csv([row('ANNA', 'x-1'), row('BERTA', '', 'C')]));
  expect([await names(), (await queens()).has('X-1')]).toEqual([['ANNA', 'Berta'], true]);
  await importFile(client, 'c.csv', csv([row('Zora', 'X-1')]));
  await importFile(client, 'd.csv', csv([row('', 'X-1', 'C')]));
  expect([await names(), await found('zora'), await found('anna')]).toEqual([['Berta', 'Zora'], 1, 0]);
});

test('a queen with an identifier can have a former name of another queen as her name', async () => {
  const make = factories(service.services.orm.database.kysely);
  const { id } = client.account;
  await make.identifier(id, await make.queen(id, { name: 'Mona' }), 'Rosa', FORMER_NAME);
  await importFile(client, 'a.csv', csv([{ queen_name: 'Rosa', external_id: 'R-1' }]));
  await importFile(client, 'b.csv', csv([{ queen_name: 'Tina', external_id: 'R-1' }]));
  await importFile(client, 'c.csv', csv([{ queen_name: 'Rosa', external_id: 'R-1', race: 'C' }]));
  expect([...(await queens()).values()].map((queen) => queen.queen_name).sort()).toEqual(['Mona', 'Rosa']);
});

test('a row with an identifier finds the queen who has this identifier as her name', async () => {
  await importFile(client, 'a.csv', csv([{ queen_name: 'Anna', mother: 'M-9' }]));
  const later = await importFile(client, 'b.csv', csv([{ queen_name: 'Mona', external_id: 'M-9' }]));
  expect(later).toMatchObject({ created: { queens: 0 }, updated: { queens: 1 } });
  const found = await queens();
  expect(found.get('M-9')).toMatchObject({ queen_name: 'Mona' });
  expect(found.get('Anna')?.mother_id).toBe(found.get('M-9')?.id);
});

// Regression: a queen without an identifier was merged with a namesake, or her name caused an error.
test('the import of an exported list distinguishes queens of the same name, also as mothers', async () => {
  await importFile(client, 'a.csv', csv([{ queen_name: 'Olga' }]));
  const mother_id = (await queens()).get('Olga')!.id;
  await client.post('/api/queens/f0', { queen_name: 'Tina', mother_id });
  await client.post('/api/queens/f0', { queen_name: 'Olga', external_id: 'O-2' });
  const list = (await client.get('/api/queens/f0.csv')).body as string;
  const none = { queens: 0 };
  expect(await importFile(client, 'f0.csv', list)).toMatchObject({
    status: 'completed',
    created: none,
    updated: none,
  });
  const other = await service.register();
  expect(await importFile(other, 'f0.csv', list)).toMatchObject({ created: { queens: 3 } });
  for (const found of [await queens(), await queens(other)]) {
    expect(found.get('Tina')?.mother_id).toBe(found.get('Olga')?.id);
  }
  // If the user adds a row without an id to an exported list, the name in this row can refer to a queen with an
  // identifier in another row, as in a file that is not an export.
  const added = csv([
    { id: mother_id, queen_name: 'Rosa', external_id: 'R-1', race: '' },
    { id: '', queen_name: 'Rosa', external_id: '', race: 'C' },
  ]);
  expect(await importFile(client, 'b.csv', added)).toMatchObject({ created: { queens: 1 } });
});

test('names are equal in any Unicode form of their accents', async () => {
  await importFile(client, 'a.csv', csv([{ queen_name: 'K\u00e4the' }]));
  const again = await importFile(client, 'b.csv', csv([{ queen_name: 'Anna', mother: 'Ka\u0308the' }]));
  expect(again.created.queens).toBe(1);
});

test('a newer file has precedence, even if one of its rows was imported before', async () => {
  const row = (status: string) => ({ queen_name: 'Anna', apiary: 'Hill', hive: '1', life_status: status });
  await importFile(client, 'a.csv', csv([row('testing')]));
  const head = async () => (await client.get('/api/hives')).body.data[0].queen_id;
  const anna = await head();
  expect(anna).not.toBeNull();
  await importFile(client, 'b.csv', csv([row('dead')]));
  expect(await head()).toBeNull();
  await importFile(client, 'c.csv', csv([row('testing'), { ...row(''), queen_name: 'Berta', hive: '2' }]));
  expect((await client.get('/api/v1/queens?life_status=testing')).body.page.total).toBe(1);
  expect((await client.get(`/api/hives`)).body.data).toContainEqual(expect.objectContaining({ queen_id: anna }));
});

test('an empty cell does not remove a value', async () => {
  await importFile(client, 'a.csv', csv([{ queen_name: 'Anna', race: 'C', notes: 'calm' }]));
  const again = await importFile(client, 'b.csv', csv([{ queen_name: 'Anna', race: '', notes: 'very calm' }]));
  expect(again.updated.queens).toBe(1);
  expect((await client.get('/api/v1/queens?race=C')).body).toMatchObject({ page: { total: 1 } });
});

test('an empty cell does not remove a value of an evaluation', async () => {
  const row = { queen_name: 'Anna', eval_year: 2023 };
  await importFile(client, 'a.csv', csv([{ ...row, honey_yield_kg: 20, evaluator: 'Zorn', hive: '1', vigor: '' }]));
  const [before] = (await client.get('/api/queens/evaluations')).body.data;
  await importFile(client, 'b.csv', csv([{ ...row, honey_yield_kg: '', evaluator: '', hive: '', vigor: 3 }]));
  const { id, hive_id } = before;
  expect((await client.get('/api/queens/evaluations')).body.data).toMatchObject([
    { id, hive_id, honey_yield_kg: 20, evaluator: 'Zorn', vigor: 3 },
  ]);
});

test('a row without an apiary refers to the only evaluation of the year, and is an error if the year has two evaluations', async () => {
  await importFile(client, 'a.csv', csv([{ queen_name: 'Anna', eval_year: 2023, apiary: 'Hill', honey_yield_kg: 20 }]));
  const one = await importFile(client, 'b.csv', csv([{ queen_name: 'Anna', eval_year: 2023, vigor: 3 }]));
  expect(one).toMatchObject({ created: { evaluations: 0 }, updated: { evaluations: 1 } });
  await importFile(client, 'c.csv', csv([{ queen_name: 'Anna', eval_year: 2023, apiary: 'Dale', honey_yield_kg: 25 }]));
  const two = await importFile(client, 'd.csv', csv([{ queen_name: 'Anna', eval_year: 2023, wintering: 3 }]));
  expect(two).toMatchObject({ status: 'failed', errors: [{ row: 2, message: expect.stringMatching(/2 apiaries/) }] });
});

test('a row without an apiary refers to the only hive with this name, and is an error if two hives have this name', async () => {
  const row = (queen_name: string, apiary = '') => ({ queen_name, apiary, hive: '1', life_status: 'testing' });
  await importFile(client, 'a.csv', csv([row('Anna', 'Hill')]));
  const one = await importFile(client, 'b.csv', csv([row('Berta')]));
  expect(one).toMatchObject({ created: { hives: 0 }, updated: { hives: 1 } });
  const head = (await client.get('/api/hives')).body.data[0].queen_id;
  expect(head).toBe((await queens()).get('Berta')!.id);
  await importFile(client, 'c.csv', csv([row('Cora', 'Dale')]));
  const two = await importFile(client, 'd.csv', csv([row('Dora')]));
  expect(two).toMatchObject({
    status: 'failed',
    errors: [{ row: 2, column: 'hive', code: 'ambiguous_hive', params: { given: '1', hives: 2 } }],
  });
});

test('a mapping sets the field of a column, or ignores the column', async () => {
  const mapping = JSON.stringify({ Who: 'queen_name', Weight: 'honey_yield_kg', race: null });
  const result = await importFile(client, 'a.csv', csv([{ Who: 'Anna', Weight: '31,5', race: 'C', eval_year: 2023 }]), {
    mapping,
  });
  expect(result).toMatchObject({ status: 'completed', created: { queens: 1, evaluations: 1 } });
  expect((await client.get('/api/queens/evaluations')).body).toMatchObject({ data: [{ honey_yield_kg: 31.5 }] });
  const { body } = await client.get('/api/queens/f0');
  const [queen] = (body as { data: { id: string; race: null }[] }).data;
  expect(queen?.race).toBeNull();
  expect((await client.get(`/api/queens/f0/${queen?.id}`)).body).toMatchObject({
    data: { origin_data: { Who: 'Anna', Weight: '31,5', race: 'C', eval_year: '2023' } },
  });
});

test('two accounts with the same identifiers do not affect each other', async () => {
  const other = await service.register();
  const rows = [
    { queen_name: 'Anna', external_id: 'X-1', mother: 'X-0', eval_year: 2023, apiary: 'Hill', honey_yield_kg: 20 },
  ];
  await importFile(client, 'a.csv', csv(rows));
  const result = await importFile(other, 'a.csv', csv(rows));
  expect(result.created).toMatchObject({ queens: 2, evaluations: 1, apiaries: 1 });
  const [mine, theirs] = [await queens(client), await queens(other)];
  for (const number of ['X-0', 'X-1']) {
    expect(mine.get(number)?.id).not.toBe(theirs.get(number)?.id);
    expect((await client.get(`/api/queens/f0/${theirs.get(number)?.id}`)).status).toBe(404);
  }
});

test('rows and references never match queens or hives of another account', async () => {
  const { id } = (await service.register()).account;
  const make = factories(service.services.orm.database.kysely);
  await make.queens(id, [{ name: 'Anna' }, { name: 'Berta' }, { name: 'DE-3' }, { name: 'Olga' }, { name: 'Paula' }]);
  const merged = await make.queen(id, { name: 'Mona', external_id: 'DE-1' });
  await make.identifier(id, merged, 'HB-7', 'herdbook');
  for (const former of ['Rosa', 'Sina']) await make.identifier(id, merged, former, FORMER_NAME);
  await make.hive(id, { name: '7' });
  const rows = [
    { queen_name: 'Anna', external_id: '', mother: 'Olga', hive: '7' },
    { queen_name: 'BERTA', external_id: '', mother: 'PAULA', hive: '' },
    { queen_name: 'Three', external_id: 'DE-3', mother: 'Sina', hive: '' },
    { queen_name: 'Seven', external_id: 'HB-7', mother: 'DE-1', hive: '' },
    { queen_name: 'Rosa', external_id: '', mother: '', hive: '' },
  ];
  const result = await importFile(client, 'a.csv', csv(rows));
  expect(result).toMatchObject({ status: 'completed', created: { queens: 9, hives: 1 }, warnings: [] });
  expect((await queens()).size).toBe(9);
});

test.each(['sold', 'dead', 'lost'])('a queen leaves her hive if a file describes her as %s', async (life_status) => {
  await importFile(client, 'a.csv', csv([{ queen_name: 'Anna', hive: '1', life_status: 'production' }]));
  const head = async () => (await client.get('/api/hives')).body.data[0].queen_id;
  expect(await head()).not.toBeNull();
  await importFile(client, 'b.csv', csv([{ queen_name: 'Anna', life_status }]));
  expect(await head()).toBeNull();
});

test('the parents match the file in any order of its rows', async () => {
  const file = fc
    .array(fc.record({ mother: fc.option(fc.nat()), mate: fc.option(fc.nat()), numbered: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    })
    .map((list) =>
      list.map(({ mother, mate, numbered }, index) => ({
        key: numbered ? `N-${index}` : `Name ${index}`,
        external_id: numbered ? `N-${index}` : '',
        queen_name: `Name ${index}`,
        birth_date: 2000 + index,
        // Mothers and mates are older than the queen, so that there is no cycle.
        mother: mother !== null && index > 0 ? mother % index : null,
        mate: mate !== null && index > 0 ? mate % index : null,
      })),
    );
  await fc.assert(
    fc.asyncProperty(file, fc.infiniteStream(fc.nat()), async (list, order) => {
      const owner = await service.register();
      const key = (index: number | null) => (index === null ? '' : (list[index]?.key as string));
      const rows = list
        .map(({ external_id, queen_name, birth_date, mother, mate }) => ({
          external_id,
          queen_name,
          birth_date,
          mother: key(mother),
          mated_to: key(mate),
        }))
        .map((row) => [order.next().value as number, row] as const)
        .sort(([a], [b]) => a - b)
        .map(([, row]) => row);
      const result = await importFile(owner, 'a.csv', csv(rows));
      expect(result).toMatchObject({ status: 'completed', created: { queens: list.length } });
      const found = await queens(owner);
      const idOf = (index: number | null | undefined) => (index == null ? null : found.get(key(index))?.id);
      for (const [index, { mother, mate }] of list.entries()) {
        expect(found.get(key(index))).toMatchObject({
          mother_id: idOf(mother),
          mated_to_id: idOf(mate),
          father_id: idOf(mother === null ? null : list[mother]?.mate) ?? null,
        });
      }
      expect(await importFile(owner, 'a.csv', csv(rows))).toMatchObject({
        created: { queens: 0 },
        updated: { queens: 0 },
        unchanged: { queens: list.length },
      });
    }),
    { numRuns: runs(4) },
  );
});

// Regression: a second queen was created that had only the additional identifier.
test.each(['before', 'after'])(
  'a daughter whose row is %s the row of her dam can refer to the dam by an additional identifier',
  async (place) => {
    const dam = { queen_name: 'Dam', external_id: 'DE-44-1-3-2020', mother: '', external_identifiers: '[{"system":"herdbook","value":"HB-7"}]' }; // prettier-ignore
    const daughter = { queen_name: 'Mona', external_id: '', mother: 'HB-7', external_identifiers: '' };
    const rows = place === 'before' ? [daughter, dam] : [dam, daughter];
    const job = await importFile(client, 'a.csv', csv(rows));
    expect(job).toMatchObject({ status: 'completed' });
    const found = await queens();
    expect([...found.keys()].sort()).toEqual(['DE-44-1-3-2020', 'Mona']);
    expect(found.get('Mona')?.mother_id).toBe(found.get('DE-44-1-3-2020')?.id);
    // A second import, with the rows in reverse order, finds the same queens.
    await importFile(client, 'b.csv', csv([...rows].reverse()));
    expect((await queens()).size).toBe(2);
  },
);
