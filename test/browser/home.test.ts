import { expect, test } from '@jest/globals';
import { enter, checkLayouts, delayRequests, openPage, sendSignIn, soon } from './browser.js';
import { ask, browser, endedRun, page, restorePage, server, withPage } from './setup.js';

withPage();
restorePage();

const panel = (name: string | RegExp, at = page) =>
  at.locator('section').filter({ has: at.getByRole('heading', { level: 2, name }) });

/** Uploads a file with one queen for a check only, so that its import waits for a confirmation. */
async function checkFile(name: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from('queen_name,birth_year\nAnna,2021\n') };
  const checked = await page.request.post('/api/v1/imports', { multipart: { file, dry_run: 'true' } });
  expect(checked.ok()).toBe(true);
}

/** Adds up how far parts of the page move without an action of the user. */
const SUM_OF_SHIFTS = `{
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
}`;

test('after sign-in, the home page opens and lists colonies to record', async () => {
  const { page, faults } = await openPage(browser, server.url);
  await page.goto('/');
  await sendSignIn(page, server.demo);
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  const year = new Date().getFullYear();
  const entry = panel(`To be recorded in ${year}`, page).getByRole('listitem').first();
  await entry.getByText(/^0 of \d+ queens are recorded\.$/).waitFor();
  await soon(() => entry.getByRole('link').getAttribute('href')).toMatch(new RegExp(`^/record/[\\da-f-]{36}/${year}$`));
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the newest run is shown with its best queens and the changes of their indices', async () => {
  await endedRun(['honey', 'gentleness']);
  await endedRun(['honey', 'gentleness', 'vigor']);
  const { ebvRanking } = await ask<{ ebvRanking: { nodes: { index: number; queen: { name: string } }[] } }>(
    '{ ebvRanking(first: 1) { nodes { index queen { name } } } }',
  );
  const [best] = ebvRanking.nodes;
  await page.goto('/');
  const list = panel('Newest run').getByRole('list', { name: 'Best queens, with the change of their index' });
  const first = list.getByRole('listitem').first();
  await first.getByRole('link', { name: best!.queen.name, exact: true }).waitFor();
  await first.getByText(best!.index.toFixed(1), { exact: true }).waitFor();
  await first.getByText(/^([+-]\d+\.\d|0\.0)$/).waitFor();
});

test('warnings and imports link to their pages', async () => {
  const created = await page.request.post('/api/api-keys', {
    data: { name: 'Short', permissions: { queens: 'read' }, expires_in_days: 7 },
  });
  expect(created.status()).toBe(201);
  await checkFile('two.csv');
  await page.goto('/');
  await panel('Warnings').getByRole('link', { name: 'Short' }).waitFor();
  await checkLayouts(page, 'home');
  const waiting = panel('Waiting imports').getByRole('listitem').filter({ hasText: 'two.csv' });
  await waiting.getByText('checked, not imported yet').waitFor();
  await waiting.getByRole('link').click();
  // The page of an import links to the review of a checked file.
  await page.waitForURL(/\/imports\/new\?checked=/);
  await page.getByText('two.csv').first().waitFor();
});

test('a panel that fails to load offers a retry, and the other panels are shown', async () => {
  await checkFile('three.csv');
  await page.route('**/graphql', (route) =>
    (route.request().postData() ?? '').includes('ImportsAtHome')
      ? route.fulfill({ status: 429, json: { error: { code: 'rate_limited', message: 'Later.' } } })
      : route.fallback(),
  );
  await page.goto('/');
  await panel('Waiting imports').getByRole('button', { name: 'Try again' }).waitFor();
  await panel('Newest run').getByRole('listitem').first().waitFor();
  await page.unroute('**/graphql');
  await panel('Waiting imports').getByRole('button', { name: 'Try again' }).click();
  await panel('Waiting imports').getByRole('listitem').filter({ hasText: 'three.csv' }).waitFor();
});

// Regression: without a response about the API keys, the panel of warnings showed an error instead of the other
// warnings.
test('if a request for data fails, the warnings state which data were not checked', async () => {
  // Uses a separate page, because the check after each test would count the logged responses with status 503 as faults.
  const { page: cut } = await openPage(browser, server.url);
  await enter(cut, server.url, server.demo);
  await cut.route('**/graphql', (route) =>
    /query (Keys|Trends)\b/.test(route.request().postData() ?? '')
      ? route.fulfill({ status: 503, json: {} })
      : route.fallback(),
  );
  await cut.goto('/');
  await cut.getByText('Not checked, because Queenbook does not answer: API keys, Inbreeding.').waitFor();
  expect(await cut.locator('main').getByRole('alert').count()).toBe(0);
  await checkLayouts(cut, 'home-unchecked');
  await cut.context().close();
});

// Regression: the panels below a loading panel moved when it grew, so that a tap hit another link.
test('on a phone, nothing on the home page moves while its panels load', async () => {
  const phone = await openPage(browser, server.url, { viewport: { width: 390, height: 844 } });
  await enter(phone.page, server.url, server.demo);
  await phone.page.addInitScript(SUM_OF_SHIFTS);
  const respond = await delayRequests(phone.page, (request) => (request.postData() ?? '').includes('query Apiaries('));
  const others = phone.page.waitForResponse((response) =>
    (response.request().postData() ?? '').includes('query ImportsAtHome'),
  );
  await phone.page.goto('/');
  await others;
  await soon(() => phone.page.getByText('All imports').count()).toBe(1);
  await respond();
  await phone.page.getByText('Choose another apiary or year').waitFor();
  await phone.page.getByRole('link', { name: 'All imports' }).waitFor();
  // Below 0.1, a page counts as stable (https://web.dev/articles/cls).
  const shift = await phone.page.evaluate<number>('shift');
  expect(shift).toBeLessThan(0.1);
  expect(phone.faults).toEqual([]);
  await phone.page.context().close();
});

// Regression: the text appeared in another font first, so that it wrapped differently and moved.
test('the font is requested together with the page', async () => {
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const requests = await page.evaluate<
    string[]
  >(`document.fonts.ready.then(() => performance.getEntriesByType('resource')
    .filter(({ name }) => /latin-wght-normal.*woff2$/.test(name))
    .map(({ initiatorType }) => initiatorType))`);
  expect(requests).toEqual(['link']);
});

test('on a phone, the home page can be opened from "More"', async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/more');
  await page.locator('main').getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});

test('the home page of an account without queens links to the first steps', async () => {
  const newcomer = await openPage(browser, server.url);
  await newcomer.page.goto('/register');
  await newcomer.page.getByLabel('Name', { exact: true }).fill('New');
  await newcomer.page.getByLabel('E-mail').fill('newcomer@bees.example');
  await newcomer.page.getByLabel('Password').fill('a password of her own');
  await newcomer.page.keyboard.press('Enter');
  await newcomer.page.getByRole('heading', { level: 1, name: 'Start with your queens' }).waitFor();
  await newcomer.page.goto('/');
  await newcomer.page.getByText('There is no queen in this account yet.').waitFor();
  await checkLayouts(newcomer.page, 'home-empty');
  await newcomer.page.getByRole('link', { name: 'Start with your queens' }).click();
  await newcomer.page.getByRole('heading', { level: 1, name: 'Start with your queens' }).waitFor();
  expect(newcomer.faults).toEqual([]);
});
