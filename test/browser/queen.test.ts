import { beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { accessibilityFaults, picture, soon } from './browser.js';
import { ask, endedRun, page, watched, withPage } from './setup.js';

const NUMBER = 'DE-18-3-21-2020';

let queen: { id: string; name: string; evaluations: { year: number; apiaryId: string }[] };
let lonely: string;

withPage();
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
  // Created after the runs, which compute values for every existing queen.
  const { createQueen } = await ask<{ createQueen: { id: string } }>(
    'mutation { createQueen(input: { name: "Solitaria", generation: F0 }) { id } }',
  );
  lonely = createQueen.id;
}, 240_000);

const part = (id: string): Locator => page.locator(`section#${id}`);

async function open(id = queen.id): Promise<void> {
  await page.goto(`/queens/${id}`);
  await part('origin').getByText('.csv').or(part('origin').getByText('no imported file')).first().waitFor();
  await part('values').locator('figure, a').first().waitFor();
  await part('evaluations').locator('figure, a').first().waitFor();
  await part('daughters').locator('tbody tr, a').first().waitFor();
}

/** The rows of a table as text, without the header. */
const rowsOf = (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...(row as unknown as { cells: { textContent: string }[] }).cells].map((cell) => cell.textContent),
      ),
    );

/** Opens the table below a chart and reads it. */
async function asTable(figure: Locator): Promise<string[][]> {
  await figure.getByText('As table').click();
  return rowsOf(figure.locator('details table'));
}

test('shows identity, identifier, race, parents, mating, status and inbreeding', async () => {
  await open();
  await soon(() => page.getByRole('heading', { level: 1 }).textContent()).toContain(queen.name);
  await soon(() => page.title()).toBe(`${queen.name} · Queenbook`);
  await page.getByText(NUMBER, { exact: true }).first().waitFor();
  await page.getByText('in production', { exact: true }).first().waitFor();
  const facts = page.locator('dl').first();
  for (const known of ['Mother (2a)', 'Father (4a of 2a)', 'Mated to drones of (4a)']) {
    const fact = facts.locator('div', { hasText: known }).getByRole('link');
    await soon(() => fact.getAttribute('href')).toMatch(/^\/queens\/[\da-f-]{36}$/);
  }
  const { queen: expected } = await ask<{ queen: { inbreeding: number } }>(
    'query ($id: ID!) { queen(id: $id) { inbreeding } }',
    { id: queen.id },
  );
  await facts.getByText(`${(expected.inbreeding * 100).toFixed(1)}%`).waitFor();
});

test('reports a marking that is not the colour of her year', async () => {
  await page.locator('dl').first().getByText('gelb 7').waitFor();
  await page.locator('dl').first().getByText('2020 is blue').waitFor();
});

test('shows her values around 100 with reliability, and the index of the ranking', async () => {
  await part('values').locator('figure').nth(2).waitFor();
  const [computed, , imported] = await part('values').locator('figure').all();
  const rows = await asTable(computed!);
  expect(rows.map(([trait]) => trait)).toEqual(['Index', 'Honey', 'Gentleness']);
  const { ebvRanking } = await ask<{
    ebvRanking: { nodes: { queenId: string; index: number; reliability: number }[] };
  }>('query ($filter: QueenFilter) { ebvRanking(filter: $filter) { nodes { queenId index reliability } } }', {
    filter: { search: NUMBER },
  });
  const ranked = ebvRanking.nodes.find(({ queenId }) => queenId === queen.id)!;
  expect(rows[0]!.slice(1, 3)).toEqual([ranked.index.toFixed(1), ranked.reliability.toFixed(2)]);
  await computed!.getByText('Computed here on').waitFor();
  // Values of another system are shown separately.
  const others = await asTable(imported!);
  expect(others.map(([trait]) => trait)).toContain('Wintering');
  await imported!.getByText('Imported from another system on').waitFor();
});

test('shows the contributions to a value, and the values of her workers, on demand', async () => {
  await part('values').getByText('Contributions to the values').click();
  const pieces = await rowsOf(part('values').getByRole('table', { name: 'Contributions to the values' }));
  expect(pieces).toHaveLength(2);
  for (const [, ...figures] of pieces) {
    const numbers = figures.map((figure) => Number(figure.replace('−', '-')));
    const value = numbers.pop()!;
    // Each figure is rounded separately.
    expect(Math.abs(numbers.reduce((sum, number) => sum + number) - value)).toBeLessThan(0.25);
  }
  const bars = part('values').getByRole('img').first();
  const before = await bars.textContent();
  await part('values').getByRole('radio', { name: 'Her workers' }).check();
  await part('values').getByText('Contributions to the values').waitFor({ state: 'detached' });
  await soon(() => bars.textContent()).not.toBe(before);
  await part('values').getByRole('radio', { name: 'The queen' }).check();
});

test('shows the values of successive runs', async () => {
  const history = part('values').locator('figure').nth(1);
  await soon(() => history.getByRole('img').count()).toBe(3);
  const rows = await asTable(history);
  expect(rows).toHaveLength(2);
  for (const row of rows) for (const cell of row.slice(1)) expect(cell).toMatch(/^\d+\.\d \(r² 0\.\d\d\)$/);
});

test('shows her tests beside the mean of their apiary and season, with links to their forms', async () => {
  const figure = part('evaluations').locator('figure');
  await soon(() => figure.getByRole('img').count()).toBe(8);
  const [{ year, apiaryId }] = queen.evaluations as [(typeof queen.evaluations)[number]];
  const filter = { year, apiaryId };
  const { evaluations } = await ask<{ evaluations: { nodes: { honey: number | null }[] } }>(
    'query ($filter: EvaluationFilter) { evaluations(first: 100, filter: $filter) { nodes { honey } } }',
    { filter },
  );
  const honeys = evaluations.nodes.flatMap(({ honey }) => honey ?? []);
  const mean = honeys.reduce((sum, honey) => sum + honey) / honeys.length;
  const rows = await asTable(figure);
  const [, , , , shown, colonies] = rows.find(([trait, season]) => trait === 'Honey' && season === `${year}`)!;
  expect(Math.abs(Number(shown) - mean)).toBeLessThan(0.051);
  expect(colonies).toBe(`${honeys.length}`);
  // Seasons without tests are omitted and not shown as 0.
  expect(rows.filter(([, season]) => season === '2023').map(([trait, , , value]) => [trait, value])).toEqual([
    ['Honey', '33.5'],
    ['Hygiene, 24 hours', '41'],
  ]);
  const table = part('evaluations').getByRole('table', { name: `Evaluations of ${queen.name}` });
  expect((await rowsOf(table)).map(([season]) => season)).toEqual(['2023', `${year}`]);
  const edit = table.getByRole('link', { name: 'Edit the evaluation of 2023' });
  await soon(() => edit.getAttribute('href')).toMatch(/^\/evaluations\/[\da-f-]{36}$/);
});

test('shows statistics and the list of her daughters, with links to their pages', async () => {
  const daughters = part('daughters');
  const table = daughters.getByRole('table', { name: `Daughters of ${queen.name}`, exact: true });
  await daughters.getByText(/^\d+ daughters/).waitFor();
  await daughters.getByText('Test results').waitFor();
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

test('shows the raw rows of files, with a search', async () => {
  await open();
  const origin = part('origin').locator('details').first();
  await origin.locator('summary').click();
  const terms = origin.locator('dl dt');
  await soon(() => terms.allTextContents()).toContain('SCHLUPF');
  const filled = await terms.count();
  await origin.getByLabel('Empty columns as well').check();
  await soon(() => terms.count()).toBeGreaterThan(filled);
  await origin.getByLabel('Find a column or a value').fill('19.05.2020');
  await soon(() => terms.allTextContents()).toEqual(['SCHLUPF']);
  await origin.getByLabel('Find a column or a value').fill('nowhere in the file');
  await origin.getByText('No column or value contains this text').waitFor();
});

test('can be used by keyboard', async () => {
  await open();
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole('heading', { level: 1 }).focus();
  await press('Tab', 'Enter');
  await page.getByRole('link', { name: 'Pedigree card' }).waitFor();
  await press('Escape');
  await page.getByRole('link', { name: 'Pedigree card' }).waitFor({ state: 'detached' });
  // Plan matings, new daughter, edit, then the sections of the page.
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  await soon(() => page.evaluate('document.activeElement.textContent')).toBe('Breeding values');
  await press('Enter');
  await page.waitForURL(/#values$/);
  await page.waitForFunction('Math.abs(document.querySelector("#values").getBoundingClientRect().top) < 40');
  await press('Tab');
  await part('values').getByRole('radio', { name: 'The queen' }).and(page.locator(':focus')).waitFor();
  await press('ArrowRight');
  await soon(() => part('values').getByRole('radio', { name: 'Her workers' }).isChecked()).toBe(true);
});

test('for a queen without data, shows what is unknown and the next step', async () => {
  await open(lonely);
  const facts = page.locator('dl').first();
  await soon(() => facts.getByText('not known', { exact: true }).count()).toBe(5);
  await part('values').getByText('No breeding values have been computed for her here yet').waitFor();
  const add = part('evaluations').getByRole('link', { name: 'Add evaluation' });
  await soon(() => add.getAttribute('href')).toBe(`/evaluations/new?queen=${lonely}`);
  const daughter = part('daughters').getByRole('link', { name: 'New daughter' });
  await soon(() => daughter.getAttribute('href')).toBe(`/queens/new?mother=${lonely}`);
  await part('hive').getByText('heads no hive').waitFor();
  // Inbreeding is not shown if the parents are unknown, because 0 would only mean that nothing is known.
  await part('pedigree').getByText('F not known').waitFor();
  await page.goto(`/queens/${lonely}/card`);
  await page.getByRole('img', { name: 'Card of Solitaria' }).getByText('Inbreeding (F)').waitFor();
  await soon(() => page.getByText('0.0%').count()).toBe(0);
  await page.goto('/queens/00000000-0000-7000-8000-000000000000');
  await page.getByRole('heading', { name: 'There is no such queen' }).waitFor();
});

test('names the father of a queen by single mating as in her pedigree', async () => {
  const make = (input: object) =>
    ask<{ createQueen: { id: string } }>('mutation ($input: QueenInput!) { createQueen(input: $input) { id } }', {
      input: { generation: 'F0', ...input },
    });
  const { createQueen: mother } = await make({ name: 'Una', matedToId: queen.id, matingType: 'single_drone' });
  const { createQueen: daughter } = await make({ name: 'Unica', motherId: mother.id });
  await open(daughter.id);
  await page.locator('dl').first().getByText('Father (1b of 2a)').waitFor();
  await part('pedigree').getByText('1b of 2a').first().waitFor({ state: 'attached' });
});

test.each(['light', 'dark'] as const)('fits every width in the %s, and axe finds nothing', async (colorScheme) => {
  // Without motion, the colours of a button change at once, so that they can be checked.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await open();
  for (const summary of await page.getByText('As table').all()) await summary.click();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await soon(() => accessibilityFaults(page)).toEqual([]);
    await soon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await picture(page, `queen-${colorScheme}-${width}`);
  }
});

test('no faults occurred', () => {
  expect(watched.faults).toEqual([]);
});
