import { beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { accessibilityFaults, picture, soon } from './browser.js';
import { ask, endedRun, page, restorePage, withPage } from './setup.js';

const NUMBER = 'DE-18-3-21-2020';

let queen: { id: string; name: string; evaluations: { year: number; apiaryId: string }[] };
let lonely: string;

withPage();
restorePage();
beforeAll(async () => {
  ({ queen } = await ask<{ queen: typeof queen }>(
    'query ($number: String!) { queen: queenByExternalId(externalId: $number) { id name evaluations { year apiaryId } } }',
    { number: NUMBER },
  ));
  await ask('mutation ($id: ID!) { updateQueen(id: $id, input: { marking: "gelb 7", status: production }) { id } }', {
    id: queen.id,
  });
  await ask('mutation ($input: EvaluationInput!) { createEvaluation(input: $input) { id } }', {
    input: { queenId: queen.id, year: 2023, apiaryId: queen.evaluations[0]!.apiaryId, honey: 33.5, hyg24h: 41 },
  });
  await endedRun(['honey', 'gentleness']);
  await endedRun(['honey', 'gentleness']);
  // This queen is created after the runs, so that she has no values. A run computes values for every existing queen.
  const { createQueen } = await ask<{ createQueen: { id: string } }>(
    'mutation { createQueen(input: { name: "Solitaria", generation: F0 }) { id } }',
  );
  lonely = createQueen.id;
}, 240_000);

const part = (id: string): Locator => page.locator(`section#${id}`);

async function open(id = queen.id): Promise<void> {
  await page.goto(`/queens/${id}`);
  await part('origin').getByText('.csv').or(part('origin').getByText('No row of an imported file')).first().waitFor();
  await part('values').locator('figure, a').first().waitFor();
  await part('evaluations').locator('figure, a').first().waitFor();
  await part('daughters').locator('[aria-rowindex] a, a').first().waitFor();
}

/** Returns the rows of a table as texts, without the header. */
const rowsOf = (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...(row as unknown as { cells: { textContent: string }[] }).cells].map((cell) => cell.textContent),
      ),
    );

/** Opens the table below a chart and returns its rows. */
async function asTable(figure: Locator): Promise<string[][]> {
  await figure.getByText('As table').click();
  return rowsOf(figure.locator('details table'));
}

test('the page of a queen shows identity, identifier, race, parents, mating, status and inbreeding', async () => {
  await open();
  await soon(() => page.getByRole('heading', { level: 1 }).textContent()).toContain(queen.name);
  await soon(() => page.title()).toBe(`${queen.name} · Queenbook`);
  await page.getByText(NUMBER, { exact: true }).first().waitFor();
  await page.getByText('in production', { exact: true }).first().waitFor();
  const facts = page.locator('dl').first();
  for (const known of ['Dam (2a)', 'Sire (4a of 2a)', 'Mated to drones of (4a)']) {
    const fact = facts.locator('div', { hasText: known }).getByRole('link');
    await soon(() => fact.getAttribute('href')).toMatch(/^\/queens\/[\da-f-]{36}$/);
  }
  const { queen: expected } = await ask<{ queen: { inbreeding: number } }>(
    'query ($id: ID!) { queen(id: $id) { inbreeding } }',
    { id: queen.id },
  );
  await facts.getByText(`${(expected.inbreeding * 100).toFixed(1)}%`).waitFor();
});

test('the page of a queen reports a marking whose colour does not match the birth year', async () => {
  await open();
  await page.locator('dl').first().getByText('gelb 7').waitFor();
  await page.locator('dl').first().getByText('2020 is blue').waitFor();
});

test('the page of a queen shows values around 100 with reliability, and the same index as the ranking', async () => {
  await open();
  const figure = part('values').locator('figure').first();
  const rows = await asTable(figure);
  expect(rows.map(([trait]) => trait)).toEqual(['Index', 'Honey', 'Gentleness']);
  const { ebvRanking } = await ask<{
    ebvRanking: { nodes: { queenId: string; index: number; reliability: number }[] };
  }>('query ($filter: QueenFilter) { ebvRanking(filter: $filter) { nodes { queenId index reliability } } }', {
    filter: { search: NUMBER },
  });
  const ranked = ebvRanking.nodes.find(({ queenId }) => queenId === queen.id)!;
  expect(rows[0]!.slice(1, 3)).toEqual([ranked.index.toFixed(1), ranked.reliability.toFixed(2)]);
  await figure.getByText('Computed by Queenbook on').waitFor();
  // Values of another system must be shown separately.
  await part('values').getByRole('radio', { name: 'Another system' }).check();
  await figure.getByText('Imported from another system on').waitFor();
  await soon(async () => (await rowsOf(figure.locator('details table'))).map(([trait]) => trait)).toContain(
    'Wintering',
  );
});

test('the page of a queen shows the contributions to a value, and the values of workers, on demand', async () => {
  await open();
  await part('values').getByText('Contributions to the values').click();
  const pieces = await rowsOf(part('values').getByRole('table', { name: 'Contributions to the values' }));
  expect(pieces).toHaveLength(2);
  for (const [, ...figures] of pieces) {
    const numbers = figures.map((figure) => Number(figure.replace('−', '-')));
    const value = numbers.pop()!;
    // The sum can differ slightly, because each number is rounded.
    expect(Math.abs(numbers.reduce((sum, number) => sum + number) - value)).toBeLessThan(0.25);
  }
  const bars = part('values').getByRole('img').first();
  const before = await bars.textContent();
  await part('values').getByRole('radio', { name: 'Her workers' }).check();
  await part('values').getByText('Contributions to the values').waitFor({ state: 'detached' });
  await soon(() => bars.textContent()).not.toBe(before);
});

test('the page of a queen shows the values of successive runs, one trait at a time', async () => {
  await open();
  const history = part('values').locator('details', { hasText: 'Values of successive runs' });
  await history.locator('summary').first().click();
  await history.getByRole('img', { name: `Index of ${queen.name} in successive runs` }).waitFor();
  await history.getByLabel('Trait').selectOption('Honey');
  await history.getByRole('img', { name: `Honey of ${queen.name} in successive runs` }).waitFor();
  const rows = await asTable(history.locator('figure'));
  expect(rows).toHaveLength(2);
  for (const row of rows) for (const cell of row.slice(1)) expect(cell).toMatch(/^\d+\.\d \(r² 0\.\d\d\)$/);
});

test('the page of a queen lists each evaluation once, with the mean of its apiary and season and a link to its form', async () => {
  await open();
  const [{ year, apiaryId }] = queen.evaluations as [(typeof queen.evaluations)[number]];
  const filter = { year, apiaryId };
  const { evaluations } = await ask<{ evaluations: { nodes: { honey: number | null }[] } }>(
    'query ($filter: EvaluationFilter) { evaluations(first: 100, filter: $filter) { nodes { honey } } }',
    { filter },
  );
  const honeys = evaluations.nodes.flatMap(({ honey }) => honey ?? []);
  const mean = honeys.reduce((sum, honey) => sum + honey) / honeys.length;
  await soon(() => part('evaluations').getByRole('table').count()).toBe(1);
  const table = part('evaluations').getByRole('table', { name: `Evaluations of ${queen.name}` });
  const rows = new Map((await rowsOf(table)).map(([trait, ...results]) => [trait, results]));
  expect(rows.size).toBe(8);
  const [, shown, colonies] = /\((.*), n (.*)\)/.exec(rows.get('Honey')![1]!)!;
  expect(Math.abs(Number(shown) - mean)).toBeLessThan(0.051);
  expect(colonies).toBe(`${honeys.length}`);
  expect([...rows].map(([trait, [newest]]) => [trait, newest!.replace(/ ?\(.*/, '')])).toEqual([
    ['Honey', '33.5'],
    ['Gentleness', 'not tested'],
    ['Vigour', 'not tested'],
    ['Wintering', 'not tested'],
    ['Low swarming drive', 'not tested'],
    ['Calmness on the comb', 'not tested'],
    ['Hygiene, 6 hours', 'not tested'],
    ['Hygiene, 24 hours', '41'],
  ]);
  const edit = table.getByRole('link', { name: /^Edit the evaluation of/ });
  await soon(() => edit.allTextContents()).toEqual(['2023', `${year}`]);
  await soon(() => edit.first().getAttribute('href')).toMatch(/^\/evaluations\/[\da-f-]{36}$/);
});

test('the page of a queen shows the chart of a trait that is chosen in the table by mouse or keyboard', async () => {
  await open();
  const chart = part('evaluations').getByRole('img');
  const named = (trait: string) => chart.and(page.getByLabel(`${trait} of ${queen.name} by season`));
  await named('Honey').waitFor();
  await soon(() => chart.count()).toBe(1);
  await part('evaluations').getByRole('radio', { name: 'Wintering' }).check();
  await named('Wintering').waitFor();
  // A season without a result of this trait must be a gap in the chart.
  await soon(() => named('Wintering').locator('g[class*="series"] circle').count()).toBe(1);
  await page.keyboard.press('ArrowUp');
  await named('Vigour').waitFor();
  await part('evaluations').getByRole('radio', { name: 'Honey' }).check();
  await soon(() => named('Honey').locator('g[class*="series"] circle').count()).toBe(2);
});

test('the page of a queen shows statistics and a list of daughters, with links to their pages', async () => {
  await open();
  const daughters = part('daughters');
  const table = daughters.getByRole('table', { name: `Daughters of ${queen.name}`, exact: true });
  await daughters.getByText(/^\d+ daughters/).waitFor();
  await daughters.getByText('Numbers and test results').click();
  await daughters.getByText('Test results', { exact: true }).waitFor();
  const names = await table.locator('tbody').getByRole('link').allTextContents();
  const daughter = table.locator('tbody tr').first().getByRole('link').first();
  const name = names[0]!;
  await daughter.click();
  await page.waitForURL(/\/queens\/(?!.*#)/);
  const heading = page.getByRole('heading', { level: 1 });
  await heading.getByText(name).waitFor();
  await heading.and(page.locator(':focus')).waitFor();
  await page.locator('dl').first().getByRole('link', { name: queen.name }).waitFor();
  await page.goBack();
  await heading.getByText(queen.name).waitFor();
});

test('the page of a queen shows the original rows of files, which can be searched', async () => {
  await open();
  const origin = part('origin').locator('details').first();
  await origin.locator('summary').click();
  const terms = origin.locator('dl dt');
  await soon(() => terms.allTextContents()).toContain('SCHLUPF');
  const filled = await terms.count();
  await origin.getByLabel('Also show empty columns').check();
  await soon(() => terms.count()).toBeGreaterThan(filled);
  await origin.getByLabel('Find a column or a value').fill('19.05.2020');
  await soon(() => terms.allTextContents()).toEqual(['SCHLUPF']);
  await origin.getByLabel('Find a column or a value').fill('nowhere in the file');
  await origin.getByText('No column or value contains this text').waitFor();
});

test('the page of a queen can be used by keyboard alone', async () => {
  await open();
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole('heading', { level: 1 }).focus();
  await press('Tab', 'Enter');
  await page.getByRole('link', { name: 'Pedigree card' }).waitFor();
  await press('Escape');
  await page.getByRole('link', { name: 'Pedigree card' }).waitFor({ state: 'detached' });
  // The tab order is: plan matings, new daughter, edit, the sections of the page.
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  await soon(() => page.evaluate('document.activeElement.textContent')).toBe('Breeding values');
  await press('Enter');
  await page.waitForURL(/#values$/);
  await page.waitForFunction('Math.abs(document.querySelector("#values").getBoundingClientRect().top) < 40');
  await press('Tab');
  await part('values').getByRole('radio', { name: 'The queen' }).and(page.locator(':focus')).waitFor();
  await press('ArrowRight');
  await soon(() => part('values').getByRole('radio', { name: 'Her workers' }).isChecked()).toBe(true);
});

test('for a queen without data, her page shows which facts are unknown, and the next step', async () => {
  await open(lonely);
  const facts = page.locator('dl').first();
  await soon(() => facts.getByText('not known', { exact: true }).count()).toBe(5);
  await part('values').getByText('No breeding values have been computed for her here yet').waitFor();
  const add = part('evaluations').getByRole('link', { name: 'Add evaluation' });
  await soon(() => add.getAttribute('href')).toBe(`/evaluations/new?queen=${lonely}`);
  const daughter = part('daughters').getByRole('link', { name: 'New daughter' });
  await soon(() => daughter.getAttribute('href')).toBe(`/queens/new?mother=${lonely}`);
  await part('hive').getByText('heads no hive').waitFor();
  // If the parents are unknown, the inbreeding is unknown and must not be shown as 0.
  await part('pedigree').getByText('F not known').waitFor();
  await page.goto(`/queens/${lonely}/card`);
  await page.getByRole('img', { name: 'Card of Solitaria' }).getByText('Inbreeding (F)').waitFor();
  await soon(() => page.getByText('0.0%').count()).toBe(0);
  await page.goto('/queens/00000000-0000-7000-8000-000000000000');
  await page.getByRole('heading', { name: 'There is no such queen' }).waitFor();
});

test('the father of a queen from a single mating has the same name as in her pedigree', async () => {
  const make = (input: object) =>
    ask<{ createQueen: { id: string } }>('mutation ($input: QueenInput!) { createQueen(input: $input) { id } }', {
      input: { generation: 'F0', ...input },
    });
  const { createQueen: mother } = await make({ name: 'Una', matedToId: queen.id, matingType: 'single_drone' });
  const { createQueen: daughter } = await make({ name: 'Unica', motherId: mother.id });
  await open(daughter.id);
  await page.locator('dl').first().getByText('Sire (1b of 2a)').waitFor();
  await part('pedigree').getByText('1b of 2a').first().waitFor({ state: 'attached' });
});

// Regression: the page was 4,789 px high at 1440 px and 6,310 px at 390 px.
test.each([
  { width: 1440, height: 2000 },
  { width: 390, height: 4000 },
])('the page is at most $height px high at $width px', async ({ width, height }) => {
  await page.setViewportSize({ width, height: 900 });
  await open();
  await page.locator('#pedigree').getByRole('treeitem').first().waitFor();
  await soon(() => page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(height);
});

test.each(['light', 'dark'] as const)(
  'the page of a queen fits every width and is accessible in the %s theme',
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await open();
    for (const summary of await page.locator('summary').all()) await summary.click();
    for (const width of [320, 360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await soon(() => accessibilityFaults(page)).toEqual([]);
      await soon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await picture(page, `queen-${colorScheme}-${width}`);
    }
  },
);
