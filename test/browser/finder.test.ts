import { expect, test } from '@jest/globals';
import { accessibilityFaults, checkLayouts, delayRequests, enter, openPage, soon } from './browser.js';
import { browser, page, restorePage, server, withPage } from './setup.js';

withPage();
restorePage();

const box = (at = page) => at.getByRole('combobox', { name: 'Queen, apiary, key or page' });
const options = () => page.getByRole('option').allTextContents();

test('Ctrl+K opens a search that finds queens, apiaries, keys and pages, by keyboard alone', async () => {
  const headers = { Origin: server.url };
  await page.request.post('/api/v1/apiaries', { data: { name: 'Zeta meadow' }, headers });
  await page.request.post('/api/api-keys', { data: { name: 'Zeta script', permissions: { queens: 'read' } }, headers });
  await page.request.post('/api/v1/queens/f0', { data: { queen_name: 'Zéta 7', external_id: 'ZZ-7' }, headers });
  await page.goto('/values');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await soon(options).toContain('Mating plannerPage');
  await box().and(page.locator(':focus')).waitFor();
  await page.keyboard.type('zeta');
  await soon(async () => (await options()).map((text) => text.replace(/qb_live_\S+…\w{4}/, ''))).toEqual([
    'Zeta meadowApiary',
    'Zeta scriptAPI key',
    'Zéta 7ZZ-7Queen',
  ]);
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await checkLayouts(page, 'finder', [360, 1440]);
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: /Zéta 7/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Zéta 7' }).waitFor();

  // The button also opens the search. A click chooses an entry. Escape closes the search and moves the focus back to
  // the button.
  const button = page.getByRole('button', { name: 'Find', exact: true });
  await button.click();
  await box().fill('meadow');
  await page.getByRole('option', { name: /Zeta meadow/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Zeta meadow' }).waitFor();
  await button.click();
  await box().fill('nothing is called so');
  await page.getByText('Nothing matches this text.').waitFor();
  await page.keyboard.press('Escape');
  await button.and(page.locator(':focus')).waitFor();
});

// Regression: letters that were typed in the first 300 ms were lost, and Enter then opened another page.
test('the search uses text that the user typed while the code of the search was loading', async () => {
  await page.goto('/apiaries');
  await page.getByRole('heading', { level: 1, name: 'Apiaries' }).waitFor();
  const loadOn = await delayRequests(page, (request) => request.url().includes('/assets/finder'));
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Find' }).getByRole('textbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('planne');
  await loadOn();
  await box().and(page.locator(':focus')).waitFor();
  await page.keyboard.type('r');
  expect(await box().inputValue()).toBe('planner');
  await page.getByRole('option', { name: /Mating planner/ }).waitFor();
  // Regression: Escape did nothing while the list had entries.
  await page.keyboard.press('Escape');
  await box().waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await box().waitFor();
  expect(await box().inputValue()).toBe('');
  await page.keyboard.press('Escape');
});

// Regression: an English message of the browser replaced the whole page.
test('if the search fails to load, its dialog shows an error, and the search works after a retry reloads the page', async () => {
  // Uses a separate page, because the check after each test would count the logged failures as faults.
  const { page } = await openPage(browser, server.url);
  await enter(page, server.url, server.demo);
  await page.route('**/assets/finder*', (route) => route.abort());
  await page.goto('/apiaries');
  await page.getByRole('heading', { level: 1, name: 'Apiaries' }).waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Find' });
  await dialog.getByText('The search could not be loaded').waitFor();
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await page.unroute('**/assets/finder*');
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: 'Try again' }).click()]);
  await page.getByRole('heading', { level: 1, name: 'Apiaries' }).waitFor();
  await page.keyboard.press('Control+k');
  await box(page).waitFor();
  await page.context().close();
});
