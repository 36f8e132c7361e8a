import { beforeAll, describe, expect, test } from '@jest/globals';
import { sharedService, type Client, type SharedService } from '../../support/service.js';
import {
  bytesOf,
  DATENIMPORT,
  decimal,
  isoDate,
  numberOf,
  REGINE,
  rowsOf,
  STOCKKARTEN,
  ZUCHTWERTE,
  type RawRow,
} from './files.js';
import { all, importFile, type ImportBody } from './uploads.js';

interface Queen {
  id: string;
  queen_name: string;
  external_id: string | null;
  race: string | null;
  birth_date: string | null;
  life_status: string | null;
  marking: string | null;
  mating_type: string | null;
  dam_external_id: string | null;
  drone_sire_id: string | null;
  pedigree: { mother: { external_id: string } | null; father: { external_id: string } | null };
  mother: { queen_name: string };
  evaluations: Evaluation[];
  origin_data: Record<string, string>;
}

interface Evaluation {
  queen_id: string;
  eval_year: number;
  [trait: string]: unknown;
}

let service: SharedService;
let client: Client;
let imports: ImportBody[];

beforeAll(async () => {
  service = await sharedService();
  client = await service.register();
  imports = [];
  for (const name of [DATENIMPORT, STOCKKARTEN, REGINE]) imports.push(await importFile(client, name, bytesOf(name)));
});

test('the Datenimport, Stockkarten and Italian sample files are recognized and imported completely', () => {
  const placeholders = 4; // dams that the Datenimport file names but does not describe
  expect(imports.map(({ format, status, rows, errors }) => ({ format, status, rows, errors }))).toEqual([
    { format: 'datenimport', status: 'completed', rows: 2385, errors: [] },
    { format: 'stockkarten', status: 'completed', rows: 541, errors: [] },
    { format: 'table', status: 'completed', rows: 300, errors: [] },
  ]);
  expect(imports[0]?.created).toMatchObject({ queens: 2385 + placeholders, evaluations: 2048, apiaries: 4 });
  const untested = 19; // queens of Stockkarten without test results in the Datenimport file
  expect(imports[1]).toMatchObject({
    created: { queens: 0, evaluations: untested },
    updated: { evaluations: 120 - untested },
  });
  expect(imports[1]?.unchanged.queens).toBe(120);
  expect(imports[2]?.created).toMatchObject({ queens: 300, evaluations: 300, apiaries: 6, hives: 300 });
});

describe('every queen of the Datenimport file', () => {
  let f0: Map<string, Queen>;
  let evaluations: Evaluation[];
  const rows = rowsOf(DATENIMPORT);

  beforeAll(async () => {
    const queens = await all<Queen>(client, '/api/queens/f0');
    f0 = new Map(queens.map((queen) => [queen.external_id ?? queen.queen_name, queen]));
    evaluations = await all<Evaluation>(client, '/api/queens/evaluations');
  });

  const each = (actual: (row: RawRow, queen: Queen) => unknown, expected: (row: RawRow) => unknown) => {
    const pairs = rows.map((row) => [row, f0.get(numberOf(row, '1A') as string) as Queen] as const);
    expect(pairs.map(([row, queen]) => actual(row, queen))).toEqual(pairs.map(([row]) => expected(row)));
  };

  test('has the values of the file', () => {
    each(
      (_, { queen_name, race, birth_date, dam_external_id, drone_sire_id }) => [
        queen_name,
        race,
        birth_date,
        dam_external_id,
        drone_sire_id,
      ],
      (row) => [row.NAME, row.RASSE, isoDate(row.SCHLUPF as string), numberOf(row, '2A'), numberOf(row, '4A')],
    );
  });

  test("has her mother's mate as her father", () => {
    const byNumber = new Map(rows.map((row) => [numberOf(row, '1A'), row]));
    each(
      (_, { pedigree }) => [pedigree.mother?.external_id ?? null, pedigree.father?.external_id ?? null],
      (row) => {
        const dam = byNumber.get(numberOf(row, '2A'));
        return [numberOf(row, '2A'), dam ? numberOf(dam, '4A') : null];
      },
    );
  });

  test('has her evaluation, unless the Stockkarten file replaces it', () => {
    const carded = new Set(rowsOf(STOCKKARTEN).map((row) => row['1A']));
    const byQueen = new Map(evaluations.map((evaluation) => [evaluation.queen_id, evaluation]));
    const tested = rows.filter((row) => row.GESAMT && !carded.has(numberOf(row, '1A') as string));
    const found = tested.map((row) => byQueen.get((f0.get(numberOf(row, '1A') as string) as Queen).id));
    expect(
      found.map((e) => [
        e?.eval_year,
        e?.honey_yield_kg,
        e?.gentleness,
        e?.comb_sitting,
        e?.swarming,
        e?.vigor,
        e?.wintering,
        e?.hyg6_cleaned,
        e?.hyg24_cleaned,
        e?.evaluator,
        e?.postal_code,
      ]),
    ).toEqual(
      tested.map((row) => [
        Number(isoDate(row.SCHLUPF as string).slice(0, 4)) + 1,
        ...[row.GESAMT, row.SANFT, row.WABEN, row.SCHWARM, row.ENTWICK, row.WINTER].map(decimal),
        Number(row.AUSRAUMH) <= 12 ? decimal(row.AUSRAUM) : null,
        Number(row.AUSRAUMH) > 12 ? decimal(row.AUSRAUM) : null,
        row.PRUEFER,
        row.PLZ,
      ]),
    );
  });

  test('has the mean scores of her visits, rounded to half steps, and their total honey, if she is in the Stockkarten file', () => {
    const visits = new Map<string, RawRow[]>();
    for (const row of rowsOf(STOCKKARTEN))
      visits.set(row['1A'] as string, [...(visits.get(row['1A'] as string) ?? []), row]);
    const mean = (rows: RawRow[], column: string) => {
      const scores = rows.map((row) => decimal(row[column])).filter((score) => score !== null);
      return scores.length > 0 ? Math.round((scores.reduce((a, b) => a + b, 0) / scores.length) * 2) / 2 : null;
    };
    for (const [number, rows] of visits) {
      const { id } = f0.get(number) as Queen;
      const evaluation = evaluations.find((row) => row.queen_id === id && row.eval_year === 2024) as Evaluation;
      const honey = rows.map((row) => decimal(row.HONIG)).filter((kg) => kg !== null);
      expect([number, evaluation.gentleness, evaluation.comb_sitting, evaluation.swarming]).toEqual([
        number,
        mean(rows, 'SANFT'),
        mean(rows, 'WABEN'),
        mean(rows, 'SCHWARM'),
      ]);
      if (honey.length > 0)
        expect(evaluation.honey_yield_kg).toBeCloseTo(
          honey.reduce((a, b) => a + b, 0),
          6,
        );
    }
  });

  test('has her raw row as origin data', async () => {
    for (const row of rows.filter((_, index) => index % 240 === 0)) {
      const { body } = await client.get(`/api/queens/f0/${(f0.get(numberOf(row, '1A') as string) as Queen).id}`);
      expect((body as { data: Queen }).data.origin_data).toEqual(row);
    }
  });
});

test('every F1 daughter in the Italian file has her mother, her evaluation and, if she is in production, her hive', async () => {
  const f1 = new Map((await all<Queen>(client, '/api/queens/f1')).map((queen) => [queen.queen_name, queen]));
  const rows = rowsOf(REGINE);
  const status: Record<string, string> = { produzione: 'production', morta: 'dead', venduta: 'sold' };
  expect(
    rows.map((row) => {
      const queen = f1.get(row.Regina as string) as Queen;
      const [evaluation] = queen.evaluations;
      return [
        queen.mother.queen_name,
        queen.birth_date,
        queen.life_status,
        queen.marking,
        queen.evaluations.length,
        evaluation?.honey_yield_kg,
        evaluation?.vigor,
      ];
    }),
  ).toEqual(
    rows.map((row) => [
      row.Madre,
      row['Data di nascita'],
      status[row.Stato as string],
      row.Colore,
      1,
      decimal(row['Miele (kg)']),
      decimal(row.Vigore),
    ]),
  );
  const heads = await all<{ name: string; queen_id: string | null }>(client, '/api/hives');
  const living = rows.filter((row) => row.Stato === 'produzione');
  expect(new Map(heads.filter((hive) => hive.queen_id).map((hive) => [hive.name, hive.queen_id]))).toEqual(
    new Map(living.map((row) => [row.Arnia, (f1.get(row.Regina as string) as Queen).id])),
  );
});

test('a second import of the Stockkarten and Italian sample files changes nothing', async () => {
  const snapshot = async () => {
    const { body } = await client.get('/api/queens/f0?limit=3');
    const ids = (body as { data: Queen[] }).data.map(({ id }) => id);
    return Promise.all([
      ...ids.map((id) => client.get(`/api/queens/f0/${id}`).then((response) => response.body)),
      all(client, '/api/queens/f1'),
      all(client, '/api/hives'),
      all(client, '/api/apiaries'),
    ]);
  };
  const before = await snapshot();
  for (const [index, name] of [DATENIMPORT, STOCKKARTEN, REGINE].entries()) {
    // Skips the Datenimport file, because a second import would overwrite the evaluations from the Stockkarten file.
    if (name === DATENIMPORT) continue;
    const again = await importFile(client, name, bytesOf(name));
    expect(again.status).toBe('completed');
    expect(Object.values({ ...again.created, ...again.updated })).toEqual(
      Object.values(imports[index]!.created).map(() => 0),
    );
    expect(again.updated.queens).toBe(0);
    expect(again.created.queens).toBe(0);
  }
  expect(await snapshot()).toEqual(before);
});

test('breeding values of another system are returned unchanged as the latest run', async () => {
  const result = await importFile(client, ZUCHTWERTE, bytesOf(ZUCHTWERTE));
  expect(result).toMatchObject({
    format: 'zuchtwerte',
    status: 'completed',
    created: { queens: 0, breeding_values: 821 * 6 },
  });
  const { body } = await client.get('/api/ebv/latest?limit=1');
  expect(body).toMatchObject({ run: { source: 'import', status: 'completed' }, page: { total: 821 * 6 } });
  const values = await all<{
    queen_name: string;
    trait: string;
    normalized_value: number;
    reliability_r2: number;
    raw_value: null;
  }>(client, '/api/ebv/latest?trait=honey');
  const expected = new Map(
    rowsOf(ZUCHTWERTE).map((row) => [row.Name, [decimal(row.Honig), Number(row['Honig Sicherheit']) / 100, null]]),
  );
  expect(
    new Map(values.map((value) => [value.queen_name, [value.normalized_value, value.reliability_r2, value.raw_value]])),
  ).toEqual(expected);
  const again = await importFile(client, ZUCHTWERTE, bytesOf(ZUCHTWERTE));
  expect(again).toMatchObject({ created: { breeding_values: 0 }, unchanged: { breeding_values: 821 * 6 } });
});
