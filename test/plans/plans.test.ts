import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Plan } from './explain.js';
import { idOf, QUEENS } from './fill-account.js';
import { serveFilled, type FilledService } from './filled-service.js';

// The embedded database would need minutes to fill, and makes the same plans as a server.
const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

/** The rows of a page, and one more row to detect the next page. */
const PAGE = 21;

let service: FilledService;
if (process.env.TEST_DATABASE_URL) {
  beforeAll(async () => {
    service = await serveFilled();
  });
  afterAll(() => service?.close());
}

/**
 * Expects that each scan of a growing table uses an index which starts with the account or with the hash of a secret.
 * Together, the scans may read at most `maxRows` rows, including rows that a filter removes.
 */
function expectFound(plans: Plan[], maxRows: number): void {
  const scans = plans.flatMap((plan) => plan.scans);
  const unindexed = scans.filter(({ condition }) => !/\((account_id|key_hash|id_hash) =/.test(condition));
  if (unindexed.length > 0) throw new Error(`A scan does not use an index of the account:\n${show(plans)}`);
  const read = scans.reduce((sum, { rows }) => sum + rows, 0);
  if (read > maxRows) throw new Error(`${read} rows were read; the maximum is ${maxRows}:\n${show(plans)}`);
}

const show = (plans: Plan[]) =>
  plans
    .map(({ text, scans }) => [text, ...scans.map((scan) => Object.values(scan).join(' '))].join('\n  -> '))
    .join('\n');

/**
 * Returns the plans of the first page of a list, and of a page after `skippedRows` + 1 rows. The second page is omitted
 * if the list has fewer rows.
 */
async function pagesOf(list: string, args: string, skippedRows: number, node = 'id'): Promise<Plan[][]> {
  const document = (more: string, fields: string) =>
    `{ list: ${list}(${[args, more].filter(Boolean).join()}) { ${fields} } }`;
  const { list: jumped } = await service.data(document(`first: 1, offset: ${skippedRows}`, 'pageInfo { endCursor }'));
  const { endCursor } = jumped.pageInfo;
  const pages = [await service.plansOf(document('first: 20', `nodes { ${node} }`))];
  if (endCursor) pages.push(await service.plansOf(document(`first: 20, after: "${endCursor}"`, `nodes { ${node} }`)));
  return pages;
}

const sorts = (list: string, fields: string) =>
  fields
    .split(' ')
    .flatMap((field) =>
      ['ASC', 'DESC'].map((direction) => ({ list, sort: `{ field: ${field}, direction: ${direction} }` })),
    );

onServer('a page', () => {
  test.each([
    ...sorts('queens', 'NAME DATE_OF_BIRTH RACE STATUS GENERATION EXTERNAL_ID CREATED_AT UPDATED_AT'),
    ...sorts('evaluations', 'YEAR EVALUATED_ON HONEY GENTLENESS VIGOR WINTERING NON_SWARMING COMB_BEHAVIOR'),
    ...sorts('evaluations', 'HYG6H HYG24H CREATED_AT UPDATED_AT'),
  ])('of $list by $sort is read with an index, without the rows of earlier pages', async ({ list, sort }) => {
    const maxRows = 15 * PAGE;
    for (const plans of await pagesOf(list, `sort: ${sort}`, QUEENS / 2)) expectFound(plans, maxRows);
    // If there are rows without a sort value, this page is within these rows.
    for (const plans of await pagesOf(list, `sort: ${sort}`, QUEENS - 100)) expectFound(plans, maxRows);
  });

  test('of queens in the order of the web interface is read with an index', async () => {
    const sort = '[{ field: LIVING }, { field: DATE_OF_BIRTH, direction: DESC }, { field: NAME }]';
    expectFound(await service.plansOf(`{ list: queens(first: 20, sort: ${sort}) { nodes { id } } }`), 15 * PAGE);
  });

  const byValue = (direction: string) => `trait: honey, entityType: queen, sort: { field: NORMALIZED, direction: ${direction} }`; // prettier-ignore
  test.each([
    ['queens', '', 'id', QUEENS],
    ['evaluations', '', 'id', QUEENS],
    ['hives', '', 'id', QUEENS / 2],
    ['apiaries', '', 'id', 300],
    ['latestEbv', '', 'trait', QUEENS * 4],
    ['latestEbv', 'trait: honey', 'trait', QUEENS * 2],
    ['latestEbv', 'trait: honey, entityType: queen', 'trait', QUEENS],
    ['latestEbv', byValue('ASC'), 'trait', QUEENS],
    ['latestEbv', byValue('DESC'), 'trait', QUEENS],
  ])('of %s(%s) is read with an index, without the rows of earlier pages', async (list, args, node, total) => {
    for (const plans of await pagesOf(list, args, total / 2, node)) expectFound(plans, 15 * PAGE);
  });

  test.each(['', 'kind: evaluation'])(
    'of changes(%s) is read with an index, without the rows of earlier pages',
    async (kind) => {
      const changes = (after = 'null') =>
        `{ changes(first: 20, after: ${after}, ${kind}) { nodes { id } pageInfo { endCursor } } }`;
      expectFound(await service.plansOf(changes()), 10 * PAGE);
      const place = JSON.parse(
        Buffer.from((await service.data(changes())).changes.pageInfo.endCursor, 'base64url').toString(),
      );
      // Rows of one transaction are ordered by id.
      const middle = Buffer.from(JSON.stringify([...place.slice(0, -1), idOf(QUEENS / 2)])).toString('base64url');
      expectFound(await service.plansOf(changes(`"${middle}"`)), 10 * PAGE);
    },
  );
});

onServer('a filtered page', () => {
  test.each([
    ['queens', 'generation: F0', QUEENS / 2],
    ['queens', 'generation: F1', QUEENS / 4],
    ['queens', 'status: dead', QUEENS / 4],
    ['queens', 'status: sold', QUEENS / 25],
    ['queens', 'status: lost', 0],
    ['queens', 'race: "C"', QUEENS / 4],
    ['queens', 'race: "nowhere"', 0],
    ['queens', 'year: 2020', QUEENS / 20],
    ['queens', 'year: 1990', 0],
    ['queens', 'bornFrom: "2022"', QUEENS / 20],
    ['queens', 'bornFrom: "2022-01-01"', QUEENS / 20],
    ['queens', 'bornTo: "2015-05-20"', QUEENS / 20],
    ['queens', `motherId: "${idOf(700)}"`, 5],
    ['queens', `fatherId: "${idOf(700)}"`, 5],
    ['queens', `matedToId: "${idOf(701)}"`, 0],
    ['queens', `ids: ["${idOf(700)}", "${idOf(7000)}"]`, 0],
    ['queens', 'updatedSince: "2025-01-15T00:00:00Z"', QUEENS / 10],
    ['queens', 'updatedSince: "2025-02-01T02:45:00Z"', 0],
    ['evaluations', `queenId: "${idOf(700)}"`, 0],
    ['evaluations', 'year: 2020', QUEENS / 20],
    ['evaluations', `apiaryId: "${idOf(70)}"`, 0],
    ['evaluations', `hiveId: "${idOf(70)}"`, 0],
    ['evaluations', 'updatedSince: "2025-01-15T00:00:00Z"', QUEENS / 10],
    ['evaluations', 'updatedSince: "2025-02-01T02:45:00Z"', 0],
    ['hives', `apiaryId: "${idOf(70)}"`, 0],
    ['hives', 'placed: false', 50],
    ['hives', `queenId: "${idOf(70)}"`, 0],
  ])('of %s with %s reads few rows besides the matching rows', async (list, filter, skippedRows) => {
    for (const plans of await pagesOf(list, `filter: { ${filter} }`, skippedRows)) expectFound(plans, 25 * PAGE);
  });

  test.each(['anna', '44-17', 'LV-7770', 'nobody'])('with a search for %s reads few table rows', async (search) => {
    for (const plans of await pagesOf('queens', `filter: { search: "${search}" }`, 5)) {
      expectFound(plans, 2 * QUEENS);
      const rows = plans.flatMap(({ scans }) => scans).filter(({ kind }) => kind !== 'Index Only Scan');
      expect(rows.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(2 * PAGE);
    }
  });

  test.each([`queenId: "${idOf(700)}"`, 'trait: honey, entityType: worker'])(
    'of latestEbv with %s reads few rows besides the matching rows',
    async (filter) => {
      for (const plans of await pagesOf('latestEbv', filter, 1, 'trait')) expectFound(plans, 10 * PAGE);
    },
  );
});

const queen = `queen(id: "${idOf(7000)}")`;
const mother = `queen(id: "${idOf(701)}")`;

onServer('related rows', () => {
  test.each([
    [queen, 'id', 2],
    [`queenByExternalId(externalId: "LV-7000")`, 'id', 3],
    [queen, 'mother { id } father { id } matedTo { id } externalIdentifiers { value } hive { apiary { name } }', 9],
    [queen, 'pedigree(depth: SEVEN) { ancestors { position queen { name } } }', 1100],
    [queen, 'mother { mother { mother { id } father { id } } father { mother { id } } } father { id }', 40],
    // This query reads all known ancestors and their matings.
    [queen, 'inbreeding', 4 * QUEENS],
    [mother, 'daughters(first: 5) { totalCount nodes { id } }', 40],
    [mother, 'allDaughters { id } offspringStats { total evaluated traits { n } }', 150],
    [queen, 'evaluations { year honey apiary { name } groupTraits { n } }', 80],
    [queen, 'ebv { trait raw } history: ebv(history: true) { trait raw }', 20],
    [queen, 'originData', 3],
    ['queens(first: 20)', 'nodes { evaluations { honey } }', 100],
    ['queens(first: 20)', 'nodes { ebv { raw } }', 300],
    ['queens(first: 20)', 'nodes { mother { name } father { name } matedTo { name } hive { name } }', 150],
    ['queens(first: 20)', 'nodes { daughters(first: 3) { nodes { name } } }', 200],
    ['apiaries(first: 20)', 'nodes { hives { name } }', 500],
    [`evaluation(id: "${idOf(70)}")`, 'honey queen { name }', 5],
  ])('of %s { %s } are read by index look-ups', async (root, fields, maxRows) => {
    expectFound(await service.plansOf(`{ ${root} { ${fields} } }`), maxRows);
  });

  test.each(['queens/f0', 'queens?sort=-updated_at', 'queens/evaluations', 'ebv/latest', 'hives'])(
    'of the REST page /%s are read by index look-ups if its total and inbreeding are cached',
    async (path) => {
      const get = () => service.session.get(`/api/v1/${path}${path.includes('?') ? '&' : '?'}limit=20`);
      await get();
      expectFound(await service.plansOf(get), 20 * PAGE);
    },
  );
});

onServer('a queen that is read with an API key', () => {
  test('is read by index look-ups, together with her parents', async () => {
    // For her inbreeding, her pedigree of 25 queens is read, unless earlier tests have cached some of them. A recursive
    // statement looks up each queen twice.
    expectFound(await service.plansOf(() => service.program.get(`/api/v1/queens/f0/${idOf(8123)}`)), 50);
  });

  test('is read by index look-ups, together with her breeding values', async () => {
    const document = 'query ($id: ID!) { queen(id: $id) { name ebv { trait raw } } }';
    const plans = await service.plansOf(() => service.program.graphql(document, { id: idOf(8124) }));
    expect(plans).toHaveLength(3);
    expect(plans.flatMap(({ scans }) => scans.map(({ table }) => table))).toContain('breeding_value');
    expectFound(plans, 10);
  });
});

onServer('a complete read', () => {
  test.each([
    ['queens', '', QUEENS],
    ['queens', 'filter: { status: dead }', QUEENS / 2],
    ['queens', 'filter: { year: 2020 }', QUEENS / 10],
    ['evaluations', '', QUEENS],
    ['evaluations', 'filter: { year: 2020 }', QUEENS / 10],
    ['latestEbv', 'trait: honey', 2 * QUEENS],
  ])('that counts %s(%s) uses an index-only scan', async (list, args, matching) => {
    const document = `{ ${list}(first: 1${args && `, ${args}`}) { totalCount } }`;
    const counting = (await service.plansOf(document)).filter(({ text }) => text.includes('count(*) as total'));
    expectFound(counting, matching + 10);
    expect(counting.flatMap(({ scans }) => scans.map(({ kind }) => kind))).toContain('Index Only Scan');
    expectFound(await service.plansOf(document), 3 * PAGE);
  });

  test('of the change feed is necessary only for the count on the first page', async () => {
    const changes = (after: string) => `{ changes(first: 20, after: ${after}) { totalCount resumeCursor } }`;
    const first = await service.data(changes('null'));
    const plans = await service.plansOf(changes(`"${first.changes.resumeCursor}"`));
    expectFound(plans, 10 * PAGE);
  });

  test('of a ranking reads only the rows of its run, and the values and names of one page', async () => {
    const ranking = 'ebvRanking(first: 20, weights: { honey: 1 }) { nodes { rank queen { name } values { raw } } }';
    expectFound(await service.plansOf(`{ ${ranking} }`), QUEENS + 10 * PAGE);
  });
});
