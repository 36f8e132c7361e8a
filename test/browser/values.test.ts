import { beforeEach, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { accessibilityFaults, enter, checkLayouts, delayRequests, openPage, picture, soon } from './browser.js';
import { ask, browser, deleteComputedRuns, endedRun, page, restorePage, server, withPage } from './setup.js';

const EQUAL_WEIGHTS = {
  honey: 1,
  gentleness: 1,
  vigor: 1,
  wintering: 1,
  nonSwarming: 1,
  combBehavior: 1,
  hyg6h: 1,
  hyg24h: 1,
};

withPage({ viewport: { width: 1440, height: 900 } });
restorePage();
// Each test starts with the imported run only, and with equal weights.
beforeEach(async () => {
  await deleteComputedRuns();
  await ask('mutation ($weights: TraitWeightsInput) { setIndexWeights(input: { weights: $weights }) { updatedAt } }', {
    weights: EQUAL_WEIGHTS,
  });
});

const weight = (trait: string) => page.getByRole('textbox', { name: trait, exact: true });
const heads = () => page.getByRole('columnheader').allInnerTexts();
/** Returns the cells of a row of the ranking, without the text below the values. */
const cells = async (row: number) => {
  const texts = await page.getByRole('row').nth(row).getByRole('cell').allInnerTexts();
  return texts.map((text) => text.split('\n')[0]!.trim());
};
const total = async () => {
  const text = await page.getByRole('status').filter({ hasText: 'Queens in the ranking' }).innerText();
  return Number(text.replace(/\D/g, ''));
};
/** Waits until the ranking has loaded the requested queens. */
const waitForTable = () => page.locator('table[aria-busy="false"]').waitFor();

/** Waits until the first row satisfies a condition, because the previous rows can be shown for a moment. */
async function first(fits: (cells: string[]) => boolean): Promise<string[]> {
  let found: string[] = [];
  await soon(async () => fits((found = await cells(1)))).toBe(true);
  return found;
}

/** Presses Tab until the element has the focus. */
async function tabTo(target: Locator): Promise<void> {
  for (let step = 0; step < 60; step++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach the element.');
}

const looksRight = (name: string) => checkLayouts(page, `values-${name}`);

test('the ranking shows the run, the rank, the index, and each value with its reliability', async () => {
  await page.goto('/values');
  await page.getByText('imported from another system').waitFor();
  await soon(() => heads()).toEqual(expect.arrayContaining(['Rank', 'Queen', 'Index', 'Honey', 'Lowest r²']));
  await soon(() => heads()).not.toContain('Hygiene, 6 hours');
  const [place, queen, index] = await first((found) => found.length > 2);
  expect(place).toBe('1');
  expect(queen).not.toBe('');
  expect(Number(index)).toBeGreaterThan(100);
  await soon(() => page.getByRole('row').nth(1).innerText()).toMatch(/r² 0\.\d\d/);
  await looksRight('ranking');
});

test('the ranking can be saved as a CSV file in the same order, and a row opens the page of its queen', async () => {
  await page.goto('/values?generation=F0&minReliability=0.3&sort=honey');
  await waitForTable();
  const [, queen] = await first((found) => found.length > 2);
  const href = await page.getByRole('link', { name: 'CSV file' }).getAttribute('href');
  const lines = (await (await page.request.get(href!)).text()).trim().split('\r\n');
  expect(lines).toHaveLength((await total()) + 1);
  expect(lines[1]).toContain(queen);
  await page.getByRole('row').nth(1).getByRole('cell').nth(2).click();
  await page.getByRole('heading', { level: 1, name: queen }).waitFor();
});

test('changed weights are only previewed until they are saved, and can be reset', async () => {
  await page.goto('/values');
  const withSavedWeights = await first((found) => found.length > 1);
  // Regression: the sum of eight equal shares was 104 %, because each was shown as 13 %.
  const shares = await page.locator('summary').filter({ hasText: 'Index by your weights' }).innerText();
  const [, traits, share] = /(\d) traits, ([\d.]+)% each/.exec(shares)!;
  expect(Math.abs(Number(traits) * Number(share) - 100)).toBeLessThan(0.5);
  await page.getByText('Index by your weights').click();
  for (const trait of ['Gentleness', 'Vigour', 'Wintering', 'Low swarming drive', 'Calmness on the comb']) {
    await weight(trait).fill('0');
  }
  for (const trait of ['Hygiene, 6 hours', 'Hygiene, 24 hours']) await weight(trait).fill('0');
  await page.waitForURL(/weights=honey(:|%3A)1$/);
  await page.getByRole('columnheader', { name: 'Wintering' }).waitFor({ state: 'detached' });
  // With a single trait, the index is equal to the value of the trait.
  const best = await first(([, , index, honey]) => index !== undefined && index === honey);
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await picture(page, 'values-weights');

  await weight('Honey').fill('');
  await weight('Honey').pressSequentially('-2.5');
  await page.waitForURL(/honey(:|%3A)-2\.5/);
  await soon(() => weight('Honey').inputValue()).toBe('-2.5');
  await page.getByText('Honey 100% (negative weight)').waitFor();
  // Waits, because rows can have no values while the list is loading on a slow machine.
  const [, , index, honey] = await first(([, queen, , value]) => queen !== best[1] && Number(value) < 100);
  expect(Number(honey)).toBeLessThan(100);
  expect(Number(index)).toBeGreaterThan(100);

  await weight('Honey').fill('0');
  await page.getByRole('button', { name: 'Save these weights' }).click();
  await page.getByRole('alert').getByText('must give at least one trait a weight other than 0').waitFor();
  await weight('Honey').fill('1001');
  await page.getByRole('button', { name: 'Save these weights' }).click();
  await page.getByRole('link', { name: 'Honey: must be a number from -1000 to 1000, not 1001' }).click();
  await soon(() => weight('Honey').evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  await weight('Honey').fill('2');
  await page.getByRole('slider', { name: 'Weight of Vigour, as a slider' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByText('Honey 67%').waitFor();
  await page.getByRole('button', { name: 'Save these weights' }).click();
  await page.getByText('These weights are saved.').waitFor();
  await page.waitForURL(`${server.url}/values`);
  await page.reload();
  await page.getByText('Honey 67%').waitFor();
  await page.getByText('Index by your weights').click();
  await soon(() => weight('Vigour').inputValue()).toBe('1');
  await weight('Vigour').fill('3');
  await page.getByText('You are trying out these weights').waitFor();
  await page.getByRole('button', { name: 'Back to the saved weights' }).click();
  await page.getByText('These are your saved weights.').waitFor();
  await waitForTable();
  await soon(() => cells(1)).not.toEqual(withSavedWeights);
});

// Regression: a numeric field used the browser's language. In English, the comma was lost, and 1,5 became 15.
test('a weight can be entered with a comma or a point', async () => {
  await page.goto('/values?weights=gentleness:1');
  await page.getByText('Index by trial weights').click();
  await weight('Honey').fill('');
  await weight('Honey').pressSequentially('-1,5x');
  await page.waitForURL(/honey(:|%3A)-1\.5/);
  await soon(() => weight('Honey').inputValue()).toBe('-1,5');
});

test('the ranking can be sorted by any value and filtered, and the address contains this state', async () => {
  await page.goto('/values');
  const all = await total();
  await page.getByRole('button', { name: 'Lowest r²' }).click();
  await page.waitForURL(/sort=reliability/);
  await soon(() => page.getByRole('columnheader', { name: 'Lowest r²' }).getAttribute('aria-sort')).toBe('descending');
  await page.getByRole('button', { name: 'Lowest r²' }).click();
  await page.waitForURL(/direction=ASC/);

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('Generation').selectOption('F0');
  await page.getByLabel('Born from').selectOption('2021');
  await page.getByLabel('Minimum reliability').fill('0.4');
  await page.getByRole('button', { name: '3 filters are on' }).waitFor();
  await page.waitForURL(/minReliability=0\.4/);
  await page.getByText(`Queens in the ranking: ${all}`).waitFor({ state: 'detached' });
  await waitForTable();
  await soon(() => accessibilityFaults(page)).toEqual([]);
  const few = await total();
  expect(few).toBeGreaterThan(0);
  expect(few).toBeLessThan(all);
  await page.reload();
  await waitForTable();
  await soon(() => total()).toBe(few);
  await soon(async () => Number((await cells(1)).at(-2))).toBeGreaterThanOrEqual(0.4);

  await page.getByRole('button', { name: '3 filters are on' }).click();
  await page.getByLabel('Born until').selectOption('2020');
  await page.getByText('No queen of the ranking fits these filters').waitFor();
  await page.getByRole('button', { name: 'Clear the filters' }).last().click();
  await waitForTable();
  await soon(() => total()).toBe(all);
});

test('values of another system are offered only for queens, not for workers', async () => {
  await page.goto('/values');
  await page.getByLabel('her workers').check();
  await page.getByText('Imported breeding values are for queens only').waitFor();
});

test('each error in the settings of a run links to its field', async () => {
  await page.goto('/values/runs/new');
  await page.getByLabel('Base years').fill('0');
  await page.getByLabel('my own').check();
  await page.getByRole('group', { name: 'Honey, in kg²' }).getByLabel('Queen', { exact: true }).fill('-1');
  await page.getByRole('group', { name: 'Vigour' }).getByLabel('Residual').fill('');
  await page.getByRole('button', { name: 'Start the run' }).click();
  await page.getByRole('link', { name: /^Base years: must be a whole number from 1 to 50/ }).click();
  await soon(() => page.getByLabel('Base years').evaluate((field) => field === field.ownerDocument.activeElement)).toBe(
    true,
  );
  const queen = page.getByRole('group', { name: 'Honey, in kg²' }).getByLabel('Queen', { exact: true });
  await page.getByRole('link', { name: /^Honey, Queen: must be a number above 0, not -1$/ }).click();
  await soon(() => queen.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  await page.getByRole('link', { name: /^Vigour, Residual: is required$/ }).waitFor();
  await looksRight('new-run');
  await page.getByLabel('published ones').check();
  await page.getByText('Sources').click();
  await page.getByText('Bienefeld & Pirchner').first().waitFor();
});

// Regression: entered variances were lost when the published variances were shown.
test('entered variances are not lost while published variances are shown or a trait is deselected', async () => {
  await page.goto('/values/runs/new');
  await page.getByLabel('my own').check();
  const queen = page.getByRole('group', { name: 'Honey, in kg²' }).getByLabel('Queen', { exact: true });
  await queen.fill('99,5');
  await page.getByLabel('published ones').check();
  await queen.waitFor({ state: 'hidden' });
  await page.getByLabel('my own').check();
  await soon(() => queen.inputValue()).toBe('99,5');
  await page.getByRole('checkbox', { name: 'Honey' }).uncheck();
  await queen.waitFor({ state: 'hidden' });
  await page.getByRole('checkbox', { name: 'Honey' }).check();
  await soon(() => queen.inputValue()).toBe('99,5');
});

test('a run can be started and followed, and its report read, by keyboard alone', async () => {
  await page.goto('/values/runs');
  await page.getByRole('table').waitFor();
  await tabTo(page.getByRole('link', { name: 'New run' }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Start the run' }).waitFor();
  for (const trait of ['Vigour', 'Wintering', 'Low swarming drive', 'Hygiene, 6 hours', 'Hygiene, 24 hours']) {
    await tabTo(page.getByRole('checkbox', { name: trait }));
    await page.keyboard.press('Space');
  }
  await tabTo(page.getByRole('button', { name: 'Start the run' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Run of/ }).waitFor();
  await page.getByRole('link', { name: 'See the ranking' }).waitFor();
  const report = page.getByRole('table', { name: 'Data behind the values' });
  await soon(() => report.getByRole('rowheader').allInnerTexts()).toEqual([
    'Honey',
    'Gentleness',
    'Calmness on the comb',
  ]);
  await soon(() => page.getByRole('table', { name: 'Variances' }).getByText('published').count()).toBe(3);
  await looksRight('run');
  await tabTo(page.getByRole('link', { name: 'See the ranking' }));
  await page.keyboard.press('Enter');
  await page.getByText(/Values computed here on .* Method: model for honey bees/).waitFor();
  // A saved weight of vigour is ignored, because the run has no values of vigour.
  await soon(() => heads()).not.toContain('Vigour');
  await first((found) => found.length > 1);
  await page.getByLabel('her workers').check();
  await page.getByText('The expected value of her workers').waitFor();
  await waitForTable();
  await soon(() => total()).toBeGreaterThan(0);
});

test('the list of runs links to each run', async () => {
  await endedRun(['honey', 'gentleness', 'combBehavior']);
  await page.goto('/values/runs');
  await page.getByRole('row').nth(2).waitFor();
  await soon(() => page.getByRole('row').nth(1).innerText()).toMatch(/completed.*computed here.*Honey, Gentleness/s);
  await soon(() => page.getByRole('row').nth(2).innerText()).toMatch(/completed.*imported from another system/s);
  await looksRight('runs');
  await page.getByRole('row').nth(2).getByRole('link').click();
  await page.getByText('These values came with an import').waitFor();
  await soon(() => page.getByRole('button', { name: 'Delete the run' }).count()).toBe(0);
});

test('trends are shown by birth year, as charts and as tables', async () => {
  await endedRun(['honey', 'gentleness', 'combBehavior']);
  await page.goto('/values/trends?weights=honey:1');
  await page.getByRole('img', { name: 'Honey by year of birth' }).waitFor();
  await soon(() => page.getByRole('img').count()).toBe(5);
  await page.getByText('As table').first().click();
  const table = page.getByRole('table', { name: 'Breeding values by year of birth' });
  // If only honey has a weight, its value is the index.
  await soon(async () => {
    const row = await table.getByRole('row').last().getByRole('cell').allInnerTexts();
    return row.length > 2 && row[2]!.split(' ')[0] === row[1];
  }).toBe(true);
  await page.getByText('As table').last().click();
  await soon(() => page.getByRole('table', { name: 'Inbreeding by year of birth' }).innerText()).toMatch(/\d\.\d\d%/);
  await looksRight('trends');
});

test('a running run can be cancelled, and the cancelled run deleted, each after one confirmation', async () => {
  await page.goto('/values/runs/new');
  await page.getByLabel('estimated from my data').check();
  await page.getByRole('button', { name: 'Start the run' }).click();
  await page.getByRole('progressbar', { name: 'The whole run' }).waitFor();
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel the run' }).click();
  const dialog = page.getByRole('dialog');
  const keep = dialog.getByRole('button', { name: 'Keep it running' });
  await soon(() => keep.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel the run' }).click();
  await page.getByText('cancelled', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Delete the run' }).click();
  await dialog.getByRole('button', { name: 'Delete the run' }).click();
  // The message is checked first, because it is shown only for some seconds.
  await page.getByText('The run is deleted.').waitFor();
  await page.waitForURL('**/values/runs');
  await page.getByText('Runs: 1').waitFor();
});

/** Selects only these traits on the page of a new run, and starts it. */
async function startRun(...chosen: string[]): Promise<void> {
  await page.goto('/values/runs/new');
  const traits = page.getByRole('group', { name: 'Traits' }).getByRole('checkbox');
  await traits.first().waitFor();
  for (const trait of await traits.all()) await trait.uncheck();
  for (const name of chosen) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Start the run' }).click();
}

/** Waits until the ranking shows values of `trait` and no values of `before`. */
async function rankedBy(trait: string, before: string): Promise<void> {
  await page.getByRole('columnheader', { name: trait }).waitFor();
  await page.getByRole('columnheader', { name: before }).waitFor({ state: 'detached' });
}

// Regression: only the page of the run noticed its end. The ranking still showed the previous run.
test('the ranking is reloaded when a run ends', async () => {
  await startRun('Vigour');
  await page.waitForURL(/runs\/[0-9a-f-]{36}$/);
  await page.getByRole('link', { name: 'Breeding values' }).click();
  await rankedBy('Vigour', 'Honey');
});

// Regression: the page treated a cached ranking as current, because it checked only for running runs.
test('the ranking is reloaded if a run ends before the first check for running runs', async () => {
  await endedRun(['vigor']);
  const open = await delayRequests(page, (request) => (request.postData() ?? '').includes('query RunStates'));
  await page.goto('/values');
  await page.getByRole('columnheader', { name: 'Vigour' }).waitFor();
  await endedRun(['honey']);
  await open();
  await rankedBy('Honey', 'Vigour');
});

// Regression: the response opened the page of the run, although the user had left.
test('if the user leaves before the response to a new run, the response does not change the page', async () => {
  const open = await delayRequests(page, (request) => (request.postData() ?? '').includes('mutation StartRun'));
  await startRun('Vigour');
  await page.getByRole('link', { name: 'Breeding values' }).click();
  await page.getByRole('columnheader', { name: 'Honey' }).waitFor();
  await open();
  await rankedBy('Vigour', 'Honey');
  expect(new URL(page.url()).pathname).toBe('/values');
});

// Regression: changes during the request were discarded when the response arrived.
test('if the user changes weights while earlier weights are being saved, the later changes remain a preview', async () => {
  await page.goto('/values');
  await page.getByText('Index by your weights').click();
  await weight('Vigour').fill('3');
  const open = await delayRequests(page, (request) => (request.postData() ?? '').includes('mutation'));
  await page.getByRole('button', { name: 'Save these weights' }).click();
  await weight('Vigour').fill('4');
  await page.waitForURL(/vigor(:|%3A)4/);
  await open();
  await page.getByText('These weights are saved.').waitFor();
  await soon(() => weight('Vigour').inputValue()).toBe('4');
  await page.getByText('You are trying out these weights').waitFor();
});

// Regression: the facts about the run appeared above the weights and moved them away from the mouse.
test('a click that begins while the run is loading opens the weights', async () => {
  const open = await delayRequests(page, (request) => (request.postData() ?? '').includes('query Ranking'));
  await page.goto('/values');
  const box = await page.locator('summary').filter({ hasText: 'Index by your weights' }).boundingBox();
  await page.mouse.move(box!.x + 40, box!.y + 4);
  await page.mouse.down();
  await open();
  await page.getByText('That system defined the scale').waitFor();
  await page.mouse.up();
  await weight('Vigour').waitFor();
});

// Regression: the response opened the ranking, although the user had left.
test('if the user leaves before the response to saved weights, the response does not change the page', async () => {
  await page.goto('/values');
  await page.getByText('Index by your weights').click();
  await weight('Vigour').fill('5');
  await page.waitForURL(/vigor(:|%3A)5/);
  const open = await delayRequests(page, (request) => (request.postData() ?? '').includes('mutation'));
  await page.getByRole('button', { name: 'Save these weights' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Queens' }).click();
  const queens = page.getByRole('heading', { level: 1, name: 'Queens' });
  await queens.waitFor();
  await open();
  await page.getByText('These weights are saved.').waitFor();
  await queens.waitFor();
  expect(new URL(page.url()).pathname).toBe('/queens');
});

test('without a run, the pages of values show the next step', async () => {
  const { page, faults } = await openPage(browser, server.url);
  const account = { name: 'Nobody', email: 'nobody@queenbook.example', password: 'a long enough password' };
  const response = await page.request.post('/api/accounts', { data: account, headers: { Origin: server.url } });
  expect(response.status()).toBe(201);
  await enter(page, server.url, account);
  await page.goto('/values');
  await page.getByText('No run yet.').waitFor();
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await page.goto('/values/trends');
  await page.getByText('No queen with a known year of birth yet.').waitFor();
  await page.goto('/values/runs');
  await page.getByText('No run yet.').waitFor();
  await page.getByRole('link', { name: 'New run' }).last().click();
  await page.getByRole('button', { name: 'Start the run' }).click();
  await page.getByText('Why it failed').waitFor();
  await page.getByText('None of the traits could be evaluated.').waitFor();
  expect(faults).toEqual([]);
});
