import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityFaults, enter, openPage, picture, signIn, soon } from './browser.js';
import { copied } from './device.js';
import { startLink, type Link } from './link.js';
import { browser, server, withBrowser } from './setup.js';

withBrowser();
let link: Link;
/** Faults of the pages of the test. */
let faults: string[][] = [];
beforeAll(async () => {
  link = await startLink(server.url);
});
afterAll(() => link?.close());
afterEach(() => {
  link.mend();
  link.version = '';
  const found = faults.flat().filter((fault) => !/ERR_|Failed to load resource/.test(fault));
  faults = [];
  expect(found).toEqual([]);
});

/** Opens the interface on a new device, and waits until its service worker is installed. */
async function device(signedIn = true): Promise<Page> {
  const { page, faults: found } = await openPage(browser, link.url, {
    serviceWorkers: 'allow',
    viewport: { width: 360, height: 740 },
    locale: 'en',
  });
  faults.push(found);
  if (signedIn) await enter(page, link.url, server.demo);
  await page.goto('/record');
  await ready(page);
  return page;
}

const ready = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const script = (page: Page) => page.locator('script[type=module][src]').first().getAttribute('src');
const isWaiting = (page: Page) =>
  page.evaluate('navigator.serviceWorker.getRegistration().then((found) => Boolean(found.waiting))');

test('the interface is installable', async () => {
  const page = await device(false);
  expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe('/manifest.webmanifest');
  const response = await page.request.get('/manifest.webmanifest');
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await response.json()) as { icons: { src: string; sizes: string }[]; start_url: string };
  expect(manifest).toMatchObject({ name: 'Queenbook', start_url: '/', display: 'standalone' });
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(`(async () => {
      const image = new Image();
      image.src = ${JSON.stringify(src)};
      await image.decode();
      return image.naturalWidth + 'x' + image.naturalHeight;
    })()`);
    expect(size).toBe(sizes);
  }
  await page.context().close();
});

test('without a network, the interface opens in the language and theme that the user selected on the device, and reports the missing network', async () => {
  const page = await device();
  try {
    await page.goto('/settings');
    await page.getByLabel('Language').selectOption('de');
    await page.getByRole('radio', { name: 'dunkel' }).check({ force: true });
    await page.goto('/record');
    await page.getByLabel('Stand', { exact: true }).waitFor();
    await copied(page, 'apiary-options');
    link.cut();
    const opened = await page.goto('/record');
    expect(opened!.fromServiceWorker()).toBe(true);
    await page.getByText('Queenbook antwortet nicht. ').waitFor();
    await page.getByLabel('Stand', { exact: true }).waitFor();
    const html = page.locator('html');
    expect(await html.getAttribute('lang')).toBe('de');
    expect(await html.getAttribute('data-theme')).toBe('dark');
    await soon(() => accessibilityFaults(page)).toEqual([]);
    await picture(page, 'offline-record');
    // Each page load has a new nonce, which is also in the policy.
    const nonces = [opened!, (await page.reload())!].map(
      (response) => /'nonce-([^']+)'/.exec(response.headers()['content-security-policy']!)![1],
    );
    expect(new Set(nonces).size).toBe(2);
    await page.goto('/mating');
    await page.getByText('Queenbook antwortet nicht. ').waitFor();
    link.mend();
    await page.goto('/record');
    await page.getByText('Queenbook antwortet nicht. ').waitFor({ state: 'detached' });
  } finally {
    link.mend();
    const options = { data: { language: 'en' }, headers: { Origin: link.url } };
    expect((await page.request.put('/api/v1/account', options)).status()).toBe(200);
  }
  await page.context().close();
});

test('a new version is used at the next start, but never in an open page', async () => {
  const page = await device();
  const before = await script(page);
  link.version = 'NEXT';
  // The browser finds the new version while a page is open. The page must not change.
  await page.evaluate('navigator.serviceWorker.getRegistration().then((found) => found.update())');
  await soon(() => isWaiting(page)).toBe(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'More' }).click();
  await heading(page, 'More');
  expect(await script(page)).toBe(before);
  expect(await isWaiting(page)).toBe(true);
  // Another page starts with the new version. The files of the old version stay until the page that uses them is
  // closed.
  const second = await page.context().newPage();
  await second.goto('/record');
  expect(await script(second)).toBe('/assets/app-NEXT.js');
  await heading(second, 'Record');
  expect(await isWaiting(second)).toBe(true);
  await page.getByRole('link', { name: 'Settings' }).click();
  await heading(page, 'Settings');
  await page.close();
  // Without a network, the newest version must start.
  link.cut();
  await second.goto('/more');
  await heading(second, 'More');
  expect(await script(second)).toBe('/assets/app-NEXT.js');
  await second.context().close();
});

test('after sign-out, the device has no data of the account, and another account cannot see them', async () => {
  const page = await device();
  await page.getByLabel('Apiary').waitFor();
  const stored = () =>
    page.evaluate(`(async () => {
      const texts = [JSON.stringify(Object.entries(localStorage)), JSON.stringify(Object.entries(sessionStorage).filter(([key]) => !key.startsWith('tsr-scroll')))];
      for (const { name } of await indexedDB.databases()) {
        const db = await new Promise((done) => { const open = indexedDB.open(name); open.onsuccess = () => done(open.result); });
        for (const store of db.objectStoreNames) {
          const all = await new Promise((done) => {
            const request = db.transaction(store).objectStore(store).getAll();
            request.onsuccess = () => done(request.result);
          });
          texts.push(JSON.stringify(all));
        }
        db.close();
      }
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          if (/assets|WB_REVISION/.test(request.url)) continue;
          texts.push(request.url);
        }
      }
      return texts.join(' ');
    })()`) as Promise<string>;
  await soon(stored).toContain(server.demo.email);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByLabel('E-mail').waitFor();
  expect((await stored()).replaceAll(/["[\]{} ]/g, '')).toBe('');
  // Without a network, no user is signed in.
  link.cut();
  await page.goto('/record');
  await page.getByText('Queenbook does not answer').waitFor();
  expect(await page.getByLabel('Apiary').count()).toBe(0);
  link.mend();
  // The first account signs in again. Its session ends without a sign-out, and then a second account signs in.
  await page.goto('/record');
  await signIn(page, server.demo);
  await page.getByLabel('Apiary').waitFor();
  await soon(stored).toContain(server.demo.email);
  await page.context().clearCookies();
  const other = { name: 'Other', email: 'other@queenbook.example', password: 'a long enough password' };
  await page.request.post('/api/accounts', { data: other, headers: { Origin: link.url } });
  await page.goto('/record');
  await page.getByLabel('Name of the apiary').waitFor();
  expect(await stored()).not.toContain(server.demo.email);
  expect(await stored()).toContain(other.email);
  await page.context().close();
});
