import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { PHONE, startVisit, YEAR, type ApiaryVisit } from './apiary-visit.js';
import { enter, executablePath, FLAGS, openPage, picture, sendSignIn, soon } from './browser.js';
import { drafts, stored } from './device.js';
import type { Link } from './link.js';
import { browser, server, withBrowser } from './setup.js';
import { slowPages } from './slowdown.js';

/** Each test uses other hives. */
const HIVES = [...'12345ABCDEFGH'];

withBrowser();
let visit: ApiaryVisit;
let link: Link;
/** A browser with its own profile folder. The folder still exists after the browser is killed. */
let phone: BrowserContext | undefined;
let queens: Record<string, string>;
const season = () => visit.season();
const prepared = (page: Page) => visit.prepare(page);
const device = () => visit.device();

/** Returns the honey yield that the server has stored for each of these hives of the apiary. */
async function honey(hives = HIVES): Promise<Record<string, number>> {
  const { evaluations } = await visit.api<{ evaluations: { nodes: { queenId: string; honey: number }[] } }>(
    'query ($filter: EvaluationFilter) { evaluations(filter: $filter) { nodes { queenId honey } } }',
    { filter: { apiaryId: visit.apiaryId, year: YEAR } },
  );
  const stored = Object.fromEntries(evaluations.nodes.map(({ queenId, honey }) => [queenId, honey]));
  return Object.fromEntries(
    hives.filter((name) => queens[name]! in stored).map((name) => [name, stored[queens[name]!]!]),
  );
}

beforeAll(async () => {
  visit = await startVisit(server, browser, 'Fly', HIVES);
  ({ link, queens } = visit);
});
afterAll(async () => {
  await phone?.close();
  await visit?.close();
});
afterEach(() => {
  link.mend();
  link.version = '';
});

const at = (page: Page, hive: string) => page.getByRole('heading', { level: 1, name: `Fly ${hive}` }).waitFor();
const save = (page: Page) => page.getByRole('button', { name: /^Save, / }).click();
/** Waits until the page reports that the input is stored, and until the device has stored it. */
async function waitUntilStored(page: Page, hive: string, honey: string): Promise<void> {
  await page.getByText('Only on this device, not on the server yet').waitFor();
  await stored(page, `Fly ${hive}`, honey);
}
const field = (page: Page) => page.getByLabel('Honey');

test('evaluations of five hives that are recorded without a network are all sent, even after a reload, a killed browser and a new version', async () => {
  const five = ['1', '2', '3', '4', '5'];
  const folder = await mkdtemp(join(tmpdir(), 'queenbook-phone-'));
  const start = async (): Promise<BrowserContext> => {
    const opened = await chromium.launchPersistentContext(folder, {
      ...PHONE,
      baseURL: link.url,
      executablePath,
      args: FLAGS,
    });
    opened.setDefaultTimeout(60_000);
    await slowPages(opened);
    return opened;
  };
  phone = await start();
  let page = phone.pages()[0]!;
  await prepared(page);
  link.cut();
  await page.goto(`${season()}?queen=${queens['1']}`);
  await at(page, '1');
  // Chromium can lose the offline state after a navigation, so the test sets it after the navigation.
  await phone.setOffline(true);
  await page.getByText('No network').waitFor();
  await field(page).fill('11');
  await save(page);
  await at(page, '2');
  await field(page).fill('12');
  await waitUntilStored(page, '2', '12');
  await page.reload();
  await at(page, '2');
  await soon(() => field(page).inputValue()).toBe('12');
  await save(page);
  await at(page, '3');
  await field(page).fill('13');
  await waitUntilStored(page, '3', '13');
  expect(await drafts(page)).toHaveLength(3);

  const { stdout } = await promisify(execFile)('pgrep', ['-f', `user-data-dir=${folder}`]);
  const closed = new Promise((resolve) => phone!.once('close', resolve));
  for (const id of stdout.trim().split('\n')) {
    try {
      process.kill(Number(id), 'SIGKILL');
    } catch {
      // The process has already ended, because its parent was killed.
    }
  }
  await closed;
  phone = await start();
  page = phone.pages()[0]!;
  await page.goto('/record');
  await page.getByRole('heading', { name: 'Started on this device' }).waitFor();
  await picture(page, 'offline-started');
  await page.getByRole('link', { name: /3 · Fly 3/ }).click();
  await at(page, '3');
  await soon(() => field(page).inputValue()).toBe('13');
  await save(page);
  await at(page, '4');
  await field(page).fill('14');
  await save(page);
  await at(page, '5');
  await field(page).fill('15');
  await save(page);
  await page.getByText('5 entries not sent yet').waitFor();
  await stored(page, 'Fly 5', '15', 'waiting');
  expect(await honey(five)).toEqual({});

  link.version = 'NEXT';
  link.mend();
  // Repeated, because the browser opens its stored, older version of the page if the server needs more than two
  // seconds.
  await soon(async () => {
    await page.goto('/record');
    return page.locator('script[type=module][src]').first().getAttribute('src');
  }).toBe('/assets/app-NEXT.js');
  // The browser may have lost the session when it was killed. The page then asks to sign in.
  if ((await page.request.get('/api/session')).status() === 401) await sendSignIn(page, server.demo);
  await soon(() => honey(five)).toEqual({ 1: 11, 2: 12, 3: 13, 4: 14, 5: 15 });
  await soon(() => drafts(page)).toEqual([]);
  await phone.close();
  await rm(folder, { recursive: true, force: true });
});

// Regression: the copy on the device did not contain values that were saved after the copy was made, so the hive was
// shown as not recorded.
test('saved values are shown after a reload without a network, even if the evaluations of the season could not be loaded again after the save', async () => {
  const page = await device();
  await page.goto(`${season()}?queen=${queens['A']}`);
  await at(page, 'A');
  await page.route('**/graphql', (route) =>
    route.request().postData()!.includes('query SeasonEvaluations') ? route.abort() : route.fallback(),
  );
  await field(page).fill('33');
  await save(page);
  await soon(async () => (await honey())['A']).toBe(33);
  await soon(() => drafts(page)).toEqual([]);
  link.cut();
  await page.goto(`${season()}?queen=${queens['A']}`);
  await at(page, 'A');
  await soon(() => field(page).inputValue()).toBe('33');
  await page.context().close();
});

test('if the network is cut at any request while an evaluation is saved, the values are stored once', async () => {
  const page = await device();
  // Each round cuts the network one request later than the previous round. If `lost` is true, the server executes the
  // request, but its response is lost.
  for (const lost of [false, true]) {
    for (let at = 1, done = false; !done; at++) {
      const value = (lost ? 150 : 100) + at;
      await page.goto(`${season()}?queen=${queens['B']}`);
      await page.getByRole('heading', { level: 1, name: 'Fly B' }).waitFor();
      await field(page).fill(String(value));
      await stored(page, 'Fly B', String(value));
      let requests = 0;
      await page.route('**/graphql', async (route) => {
        if (!/(Same|Create|Update)Evaluation|EvaluationNow/.test(route.request().postData()!)) return route.fallback();
        if (++requests === at && lost) await route.fetch();
        return requests >= at ? route.abort() : route.fallback();
      });
      await save(page);
      await soon(async () => requests >= at || (await drafts(page)).length === 0).toBe(true);
      done = requests < at;
      await page.unrouteAll({ behavior: 'wait' });
      await page.evaluate("dispatchEvent(new Event('online'))");
      await soon(async () => (await honey())['B']).toBe(value);
      await soon(() => drafts(page)).toEqual([]);
    }
  }
  await page.context().close();
});

test('if two devices with different clocks have recorded the same queen, both values are shown and the user decides', async () => {
  await visit.api('mutation ($input: EvaluationInput!) { createEvaluation(input: $input) { id } }', {
    input: { queenId: queens.C, apiaryId: visit.apiaryId, year: YEAR, honey: 11 },
  });
  const [one, other] = [await device(), await device()];
  await other.clock.setFixedTime(new Date(Date.now() - 3 * 3_600_000));
  link.cut();
  for (const [page, value] of [
    [one, '21'],
    [other, '22'],
  ] as const) {
    await page.goto(`${season()}?queen=${queens['C']}`);
    await at(page, 'C');
    await field(page).fill(value);
    await save(page);
    await at(page, 'D');
    await stored(page, 'Fly C', value, 'waiting');
  }
  link.mend();
  await one.reload();
  await soon(async () => (await honey())['C']).toBe(21);
  await other.reload();
  await other.getByRole('link', { name: 'See why: Fly C' }).click();
  await other.getByText('Other values were recorded for her in the meantime').waitFor();
  const row = other.getByRole('row', { name: /Honey/ });
  await soon(() => row.getByRole('cell').allInnerTexts()).toEqual(['21', '22']);
  await other.getByRole('button', { name: 'Keep mine' }).click();
  await save(other);
  await soon(async () => (await honey())['C']).toBe(22);
  await one.context().close();
  await other.context().close();
});

test('if the session has ended, the page asks to sign in, and then sends the records', async () => {
  const page = await device();
  link.cut();
  await page.goto(`${season()}?queen=${queens['E']}`);
  await at(page, 'E');
  await field(page).fill('32');
  await save(page);
  await at(page, 'F');
  await page.context().clearCookies();
  link.mend();
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  expect(await drafts(page)).toHaveLength(1);
  await sendSignIn(page, server.demo);
  await soon(async () => (await honey())['E']).toBe(32);
  await soon(() => drafts(page)).toEqual([]);
  await page.context().close();
});

test('sign-out with unsent evaluations needs a confirmation', async () => {
  const page = await device();
  link.cut();
  await page.goto(`${season()}?queen=${queens['G']}`);
  await field(page).fill('44');
  await waitUntilStored(page, 'G', '44');
  link.mend();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  const question = page.getByRole('dialog', { name: /lose unsaved entries/ });
  await question.getByText('1 entry is only on this device').waitFor();
  await question.getByRole('button', { name: 'Delete and sign out' }).click();
  await page.getByLabel('E-mail').waitFor();
  expect(await drafts(page)).toEqual([]);
  await page.context().close();
});

test('if the device cannot store input, the page reports this and sends input at once', async () => {
  const { page } = await openPage(browser, link.url, PHONE);
  await page.addInitScript(`IDBObjectStore.prototype.put = () => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  };`);
  await enter(page, link.url, server.demo);
  await page.goto(`${season()}?queen=${queens['H']}`);
  await at(page, 'H');
  await field(page).fill('55');
  await page.getByText('this device cannot store entries').waitFor();
  // Regression: without a network, the page claimed that the device stored the input.
  await page.context().setOffline(true);
  await save(page);
  await page.getByText('Fly H is not saved. This device cannot store entries').waitFor();
  await page.context().setOffline(false);
  await soon(async () => (await honey())['H']).toBe(55);
  await page.context().close();
});
