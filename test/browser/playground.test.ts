import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Request } from 'playwright-core';
import { accessibilityFaults, openPage, picture, sendSignIn, soon } from './browser.js';
import { browser, page, restorePage, server, withPage } from './setup.js';

const EXAMPLES = ['MyQueens', 'PedigreeFlat', 'PedigreeNested', 'Evaluations', 'LatestBreedingValues'];

withPage();
restorePage();
// The editor stores its tabs and its open panels on the device.
beforeAll(() => page.addInitScript('localStorage.clear()'));
beforeEach(async () => {
  await page.goto('/graphql');
  await editor().waitFor();
});

const editor = (at = page) => at.locator('.graphiql-query-editor .view-line').first();

/**
 * Runs the operation of the open tab and returns the response. Repeated, because the button runs the operation of the
 * previous tab until the editor has read the new tab.
 */
async function run(operationName: string): Promise<{ data?: Record<string, unknown>; errors?: unknown[] }> {
  for (;;) {
    const responding = page.waitForResponse((response) => operationOf(response.request()) !== undefined);
    await page.locator('.graphiql-execute-button').click();
    const response = await responding;
    if (operationOf(response.request()) === operationName) return response.json();
  }
}

/** Returns the name of the operation in a request; undefined for the request of the schema. */
const operationOf = (request: Request): string | undefined =>
  /"operationName":"(?!Introspection)(\w+)"/.exec(request.postData() ?? '')?.[1];

test('the policy allows the styles and workers of the editor, but no foreign or inline script', async () => {
  const response = await page.goto('/graphql');
  const policy = response!.headers()['content-security-policy']!;
  expect(policy).toMatch(/style-src 'self' 'nonce-[\w+/=-]{16,}'/);
  expect(/script-src ([^;]*)/.exec(policy)![1]).toBe("'self'");
  expect(policy).not.toMatch(/unsafe|blob:|\*|https?:/);
  const again = await page.goto('/graphql');
  expect(again!.headers()['content-security-policy']).not.toBe(policy);
});

test('a client that does not accept HTML gets a GraphQL response at the same address', async () => {
  const response = await fetch(`${server.url}/graphql?query=%7B__typename%7D`, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${server.demo.key}` },
  });
  expect(response.headers.get('content-type')).toMatch(/json/);
});

test('without a session, the playground links to the sign-in page, which returns to the playground', async () => {
  const { page, faults } = await openPage(browser, server.url);
  await page.goto('/graphql');
  await editor(page).waitFor();
  await page.getByText('You are signed out').waitFor();
  // Checks only the header, because the editor below is part of GraphiQL.
  await soon(() => accessibilityFaults(page, 'body > header')).toEqual([]);
  await picture(page, 'playground-signed-out');
  await page.locator('#who').getByRole('link', { name: 'Sign in' }).click();
  await sendSignIn(page, server.demo);
  await page.waitForURL('**/graphql');
  await page.getByText('Signed in').waitFor();
  await editor(page).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each(EXAMPLES)('the example %s runs unchanged', async (name) => {
  await page.getByRole('tab', { name }).click();
  const { data, errors } = await run(name);
  // The editor validates the query in its worker and underlines errors.
  await soon(() => page.locator('.graphiql-query-editor .squiggly-error').count()).toBe(0);
  expect(errors).toBeUndefined();
  const lists = Object.values(data!).filter((value) => value && typeof value === 'object' && 'nodes' in value);
  expect(lists).not.toHaveLength(0);
  for (const list of lists as { nodes: unknown[] }[]) expect(list.nodes.length).toBeGreaterThan(0);
  await picture(page, `playground-${name}`);
});

test('the documentation of the schema opens', async () => {
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
  await page.getByRole('link', { name: 'Query', exact: true }).first().click();
  await page.getByRole('link', { name: 'latestEbv', exact: true }).waitFor();
  await picture(page, 'playground-documentation');
  await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click();
});

test('the completion offers names of the schema', async () => {
  await page.getByRole('button', { name: 'New tab' }).click();
  await page.locator('.graphiql-query-editor .monaco-editor').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('{ me { em');
  await page.keyboard.press('Control+Space');
  await page.locator('.suggest-widget').getByText('email').first().waitFor();
});

test('formatting and settings work under the policy', async () => {
  await page.getByRole('button', { name: /^Prettify/ }).click();
  await page.getByRole('button', { name: 'Open settings dialog' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('the playground fits every width in both themes', async () => {
  await page.getByRole('tab', { name: 'MyQueens' }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
      await soon(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await picture(page, `playground-${colorScheme}-${width}`);
    }
  }
});
