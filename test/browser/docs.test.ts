import { expect, test } from '@jest/globals';
import { accessibilityFaults, openPage, picture, soon } from './browser.js';
import { browser, page, restorePage, server, withPage } from './setup.js';

withPage({ demo: false });
restorePage();

test('the documentation shows every operation and schema without a session, under a strict content security policy', async () => {
  const response = await page.goto('/api/docs');
  expect(response!.headers()['content-security-policy']).not.toMatch(/unsafe|nonce|\*|https?:/);
  const document = await (await page.request.get('/api/openapi.json')).json();
  const operations = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>)
    .flatMap((item) => Object.values(item))
    .map(({ operationId }) => operationId);
  const parts = await page.locator('details > div').evaluateAll((found) => found.map(({ id }) => id));
  expect(parts.sort()).toEqual([...operations, ...Object.keys(document.components.schemas)].sort());
});

test('the targets of all links of the documentation exist', async () => {
  await page.goto('/api/docs');
  const ids = await page.locator('[id]').evaluateAll((found) => found.map(({ id }) => `#${id}`));
  const links = await page.locator('a').evaluateAll((found) => found.map((link) => link.getAttribute('href')!));
  expect(links.filter((link) => link.startsWith('#') && !ids.includes(link))).toEqual([]);
  for (const link of new Set(links.filter((link) => !link.startsWith('#')))) {
    const response = await page.request.get(link, { headers: { Accept: 'text/html, */*' } });
    expect([link, response.status()]).toEqual([link, 200]);
  }
});

test('an address with the id of an operation opens the description of that operation', async () => {
  await page.goto('/api/docs#createEvaluation');
  await soon(() => page.locator('#createEvaluation').isVisible()).toBe(true);
  await soon(() => page.locator('#updateEvaluation').isVisible()).toBe(false);
  await page.locator('#createEvaluation').getByRole('link', { name: 'NewEvaluation' }).click();
  await soon(() => page.locator('#NewEvaluation').isVisible()).toBe(true);
});

test('the documentation can be read without scripts', async () => {
  const { page: plain } = await openPage(browser, server.url, { javaScriptEnabled: false });
  await plain.goto('/api/docs');
  await plain.getByText('/queens/evaluations/{id}').first().click();
  await soon(() => plain.locator('#getEvaluation').isVisible()).toBe(true);
  await plain.context().close();
});

test('the documentation fits every width and is accessible in both themes', async () => {
  await page.goto('/api/docs');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await soon(() => accessibilityFaults(page)).toEqual([]);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await soon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await picture(page, `docs-${colorScheme}-${width}`);
    }
  }
});
