import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { enter, checkLayouts, openPage, soon } from './browser.js';
import { copied } from './device.js';
import { startLink, type Link } from './link.js';
import { browser, server, withBrowser } from './setup.js';

const YEAR = new Date().getFullYear();
const PHONE = { viewport: { width: 390, height: 844 }, serviceWorkers: 'allow', reducedMotion: 'reduce' } as const;

withBrowser();
let link: Link;
/** The page of the test, on a new device that is signed in. */
let page: Page;
let office: Page;
let apiary: { id: string; name: string };
const queens: { id: string; name: string }[] = [];
let faults: readonly string[];

async function api<Data>(query: string, variables: object = {}): Promise<Data> {
  const options = { data: { query, variables }, headers: { Origin: server.url } };
  const { data, errors } = await (await office.request.post('/graphql', options)).json();
  expect(errors).toBeUndefined();
  return data;
}

beforeAll(async () => {
  link = await startLink(server.url);
  ({ page: office } = await openPage(browser, server.url));
  await enter(office, server.url, server.demo);
  ({ createApiary: apiary } = await api<{ createApiary: typeof apiary }>(
    'mutation { createApiary(input: { name: "Wald" }) { id name } }',
  ));
  const { queens: known } = await api<{ queens: { nodes: { id: string }[] } }>(
    '{ queens(first: 1, filter: { generation: F0 }) { nodes { id } } }',
  );
  for (const name of ['1', '2', '3']) {
    const input = { name: `Wald ${name}`, generation: 'F1', motherId: known.nodes[0]!.id };
    const { createQueen } = await api<{ createQueen: { id: string; name: string } }>(
      'mutation ($input: QueenInput!) { createQueen(input: $input) { id name } }',
      { input },
    );
    queens.push(createQueen);
    await api('mutation ($input: HiveInput!) { createHive(input: $input) { id } }', {
      input: { name, apiaryId: apiary.id, queenId: createQueen.id },
    });
  }
});
afterAll(() => link?.close());
beforeEach(async () => {
  ({ page, faults } = await openPage(browser, link.url, PHONE));
  await enter(page, link.url, server.demo);
});
afterEach(async () => {
  link.mend();
  await page.context().close();
  // The browser logs each request without a network. These log entries are not faults. Which error it logs depends on
  // the moment at which the connection is cut.
  const lost = /ERR_(FAILED|INTERNET_DISCONNECTED|EMPTY_RESPONSE|CONNECTION|SOCKET_NOT_CONNECTED)/;
  expect(faults.filter((fault) => !lost.test(fault))).toEqual([]);
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const available = () => page.getByRole('switch', { name: 'Available offline' });

async function cut(): Promise<void> {
  link.cut();
  await page.context().setOffline(true);
}

/** Waits until the service worker can open pages without a network. */
async function ready(): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await soon(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
}

/** Makes the apiary available offline, and waits until the device has its data. */
async function load(): Promise<void> {
  await page.goto(`/apiaries/${apiary.id}`);
  await ready();
  await available().click();
  await available().and(page.locator('[aria-checked=true]')).waitFor();
  await page.getByText('On this device: two seasons, queens, pedigrees of 3 generations.').waitFor();
}

test('for an apiary that is available offline, the device has its queens, pedigrees and two seasons', async () => {
  await load();
  await checkLayouts(page, 'available-offline');
  await cut();
  // None of these pages has been opened before.
  for (const { id, name } of queens) {
    await page.goto(`/queens/${id}`);
    await heading(name);
    await page.locator('section#pedigree').getByText(name).first().waitFor();
  }
  for (const year of [YEAR, YEAR - 1]) {
    await page.goto(`/record/${apiary.id}/${year}?view=list`);
    await heading(`Wald · ${year}`);
  }
});

test('the home page opens without a network after it was opened once', async () => {
  await page.goto('/');
  await page
    .getByText(/queens are recorded/)
    .first()
    .waitFor();
  await page.getByRole('heading', { level: 2, name: 'Warnings' }).waitFor();
  await ready();
  await copied(page, 'home', 'queens');
  await copied(page, 'apiaries', 'home');
  await cut();
  await page.goto('/');
  await page.getByText('No network').waitFor();
  await page
    .getByText(/queens are recorded/)
    .first()
    .waitFor();
});

test('the settings show which copies of data are on the device, and can delete these copies', async () => {
  await load();
  await page.goto('/settings');
  const panel = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: 'On this device' }) });
  await panel
    .getByText(/^\d+ pages are stored for offline use\. They take .*; at most 50\b.* can be stored\./)
    .waitFor();
  await panel.getByRole('link', { name: 'Wald' }).waitFor();
  await checkLayouts(page, 'settings-device');
  await panel.getByRole('button', { name: 'Delete the copies' }).click();
  await page.getByRole('status').getByText('The copies are deleted from this device.').waitFor();
  await panel.getByRole('link', { name: 'Wald' }).waitFor({ state: 'detached' });
  await cut();
  await page.goto(`/queens/${queens[0]!.id}`);
  await page.getByText('Queenbook does not answer').first().waitFor();
});

test('two pages on the same device load the same data only once', async () => {
  await page.goto('/record');
  await ready();
  const loaded: string[] = [];
  page.context().on('request', (request) => {
    const { query = '', variables } = (request.postDataJSON() ?? {}) as { query?: string; variables?: { id: string } };
    if (query.includes('query QueenPage')) loaded.push(variables!.id);
  });
  const other = await page.context().newPage();
  await Promise.all([page, other].map((each) => each.goto(`/apiaries/${apiary.id}`)));
  await soon(async () => loaded.length).toBeGreaterThanOrEqual(queens.length);
  const locks = 'navigator.locks.query().then(({ held, pending }) => held.length + pending.length)';
  await soon(() => page.evaluate(locks)).toBe(0);
  expect(loaded.sort()).toEqual(queens.map(({ id }) => id).sort());
});
