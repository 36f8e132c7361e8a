import { beforeEach, expect, test } from '@jest/globals';
import { enter, openPage, picture, soon } from './browser.js';
import { browser, page, restorePage, server, withPage } from './setup.js';

/** Maximum number of bytes of compressed scripts before the list of queens can be used. */
const SCRIPT_LIMIT = 175_000;
const SCRIPT_LOADED = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

withPage({ signedIn: false });
restorePage();
beforeEach(async () => {
  await enter(page, server.url, server.demo);
  await page.goto('/');
});

const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
/** The heading with exactly this name: "Queens" must not match "Start with your queens". */
const heading = (name: string, at = page) => at.getByRole('heading', { level: 1, name, exact: true });
const graphql = async (query: string) => {
  const response = await page.request.post('/graphql', { data: { query }, headers: { Origin: server.url } });
  return (await response.json()).data;
};

test('a breeder registers and fills the empty account with sample data', async () => {
  const { page, faults } = await openPage(browser, server.url);
  await page.goto('/');
  await page.getByRole('link', { name: 'Create one' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Anna');
  await page.getByLabel('E-mail').fill('anna@bees.example');
  await page.getByLabel('Password').fill('a password of her own');
  await page.keyboard.press('Enter');
  await heading('Start with your queens', page).waitFor();
  await page.getByRole('button', { name: 'Fill with sample data' }).click();
  await heading('Queens', page).waitFor({ timeout: 180_000 });
  await page.getByText('2,689 queens').waitFor();
  await page.reload();
  await page.getByText('2,689 queens').waitFor();
  const script = await page.evaluate(SCRIPT_LOADED);
  expect(script).toBeGreaterThan(0);
  expect(script).toBeLessThan(SCRIPT_LIMIT);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('breeding values are computed, and queens are ranked by them', async () => {
  await link('Breeding values').click();
  await page.getByRole('link', { name: 'New run' }).first().click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('completed').first().waitFor({ timeout: 180_000 });
  await link('Breeding values').click();
  const first = page.getByRole('row').nth(1);
  await first.getByRole('link', { name: /^Plan matings/ }).waitFor();
  const { ebvRanking } = await graphql('{ ebvRanking(first: 1) { nodes { index queen { name } } } }');
  const [best] = ebvRanking.nodes;
  // Waits, because the page first shows the previous ranking by the values of the sample data.
  await first.getByText(best.queen.name).waitFor();
  await soon(() => first.innerText()).toContain(best.index.toFixed(1));
});

test('a queen is found by her identifier, with her pedigree and values, and matings are planned for her', async () => {
  await link('Queens').click();
  await page.getByLabel('Name or number').fill('DE-18-3-3-2024');
  await page.getByText('1 queen', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Ulla 24-3-3' }).click();
  await heading('Ulla 24-3-3').waitFor();
  await page.getByText('14 of 14 ancestors known').first().waitFor();
  await page
    .getByRole('img', { name: /breeding values/i })
    .first()
    .waitFor();
  await picture(page, 'readme');
  await page.getByRole('link', { name: 'Whole pedigree' }).click();
  await page.getByRole('radio', { name: '7 generations' }).check();
  const { queenByExternalId } = await graphql(
    '{ queenByExternalId(externalId: "DE-18-3-3-2024") { pedigree(depth: SEVEN) { knownAncestors } } }',
  );
  await page.getByText(`${queenByExternalId.pedigree.knownAncestors} of 254 ancestors known`).waitFor();

  await page.getByRole('link', { name: 'Ulla 24-3-3' }).first().click();
  await page.getByRole('link', { name: 'Plan matings' }).click();
  await heading('Mating planner').waitFor();
  await page.getByRole('table').getByRole('row').nth(20).waitFor();
  await soon(() => page.getByRole('table').first().innerText()).toContain('%');
});

test('an export of all data is downloaded as one ZIP file, and the user signs out', async () => {
  await link('Settings').click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download everything' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading('Sign in').waitFor();
  expect((await page.request.get('/api/session')).status()).toBe(401);
});
