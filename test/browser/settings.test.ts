import { beforeEach, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Request } from 'playwright-core';
import { cutWords, endSessionAt, enter, checkLayouts, delayRequests, openPage, soon } from './browser.js';
import { browser, enterNewAccount, page, restorePage, server, withPage } from './setup.js';

/** The account of the test. No other test uses this account. */
let account: { name: string; email: string; password: string };

withPage({ locale: 'en-GB' });
restorePage();
beforeEach(async () => {
  // Removes the language and the theme that an earlier test stored on the device.
  await page.context().clearCookies();
  account = await enterNewAccount('Station Süd');
  await page.goto('/settings');
});

const statusMessage = (text: string) => page.getByRole('status').getByText(text);
const attribute = (name: string) => page.locator('html').getAttribute(name);
const isWrite = (request: Request) => (request.postData() ?? '').includes('mutation UpdateAccount');
/** Waits for the response to a change of the account. Leaving the page earlier would abort the request. */
const written = () => page.waitForResponse((response) => isWrite(response.request()));

test('the name is changed and shown in the navigation', async () => {
  await page.getByLabel('Name', { exact: true }).fill('Station Nord');
  await page.getByRole('button', { name: 'Save name' }).click();
  await statusMessage('Your name is saved.').waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Station Nord' }).waitFor();
});

// Regression: in the narrow navigation, the name on the button of the account was cut after its first letter.
test('the button of the account is completely visible at every width, and is an icon in the narrow navigation', async () => {
  const button = page.getByRole('banner').getByRole('button', { name: account.name });
  for (const width of [600, 768, 1023, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await soon(() => button.locator('svg').isVisible()).toBe(width < 1024);
    if (width >= 1024) expect(await cutWords(button.locator('span'))).toEqual([]);
    const [rail, box] = [await page.getByRole('banner').boundingBox(), await button.boundingBox()];
    expect(box!.x).toBeGreaterThanOrEqual(rail!.x);
    expect(box!.x + box!.width).toBeLessThanOrEqual(rail!.x + rail!.width);
  }
});

test('in a low window, the navigation scrolls to the account, and the menu of the account is in view', async () => {
  const low = { width: 640, height: 400 };
  await page.setViewportSize(low);
  const rail = page.getByRole('banner');
  const button = rail.getByRole('button', { name: account.name });
  await button.scrollIntoViewIfNeeded();
  for (const at of [rail.getByRole('link', { name: 'Settings' }), button]) {
    await soon(async () => {
      const { y, height } = (await at.boundingBox())!;
      return y >= 0 && y + height <= low.height;
    }).toBe(true);
  }
  await button.click();
  // A trial click fails if the button is covered or clipped.
  await rail.getByRole('button', { name: 'Sign out' }).click({ trial: true });
});

test('a theme applies at once, and to the first paint of the next page', async () => {
  await page.getByRole('radio', { name: 'dark' }).check();
  await soon(() => attribute('data-theme')).toBe('dark');
  const response = await page.reload();
  expect(await response!.text()).toContain('data-theme="dark"');
  await soon(() => page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(21, 19, 15)');
  await page.getByRole('radio', { name: 'same as the device' }).check();
  await soon(() => attribute('data-theme')).toBe('');
});

test('a language applies at once, and is stored on the device and in the account', async () => {
  const german = written();
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  await german;
  await soon(() => attribute('lang')).toBe('de');
  expect(await (await page.reload())!.text()).toContain('<html lang="de"');
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();

  const elsewhere = await openPage(browser, server.url, { locale: 'en-GB' });
  await elsewhere.page.goto('/sign-in');
  await elsewhere.page.getByLabel('E-mail').fill(account.email);
  await elsewhere.page.getByLabel('Password').fill(account.password);
  await elsewhere.page.keyboard.press('Enter');
  await elsewhere.page.getByRole('link', { name: 'Königinnen', exact: true }).waitFor();
  await elsewhere.page.context().close();

  const english = written();
  await page.locator('select[name=language]').selectOption('en');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await english;
});

// Regression: the interface used the language that finished loading last, not the one that was chosen last.
test('after two quick choices of a language, the last one is used and stored', async () => {
  const language = page.locator('select[name=language]');
  let writes = 0;
  page.on('response', (response) => (writes += isWrite(response.request()) ? 1 : 0));
  const catalogue = await delayRequests(page, (request) => request.url().includes('/assets/pl-'));
  await language.selectOption('pl');
  await language.selectOption('it');
  await soon(() => attribute('lang')).toBe('it');
  await soon(async () => writes).toBe(1);
  await catalogue();
  const stored = await delayRequests(page, (request) => isWrite(request) && request.postData()!.includes('"de"'));
  await language.selectOption('de');
  await soon(() => attribute('lang')).toBe('de');
  await language.selectOption('fr');
  await soon(() => attribute('lang')).toBe('fr');
  await stored();
  await soon(async () => writes).toBe(3);
  expect(await (await page.request.get('/api/session')).json()).toMatchObject({ data: { language: 'fr' } });
  await language.selectOption('en');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await soon(async () => writes).toBe(4);
});

test('the complete export is downloaded as a ZIP file', async () => {
  await enter(page, server.url, server.demo);
  await page.reload();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download everything' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
});

// Regression: the browser reported a failed download, but the page did not explain it.
test('if the session has ended, a sign-in is required before the export is downloaded', async () => {
  await endSessionAt(page, (request) => request.url().endsWith('/api/account'));
  const download = page.getByRole('link', { name: 'Download everything' });
  await download.click();
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await again.getByLabel('Password').fill(account.password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.waitFor({ state: 'detached' });
  const downloading = page.waitForEvent('download');
  await download.click();
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
});

test('a change of the password needs the old password, and ends all other sessions', async () => {
  const other = await openPage(browser, server.url);
  await enter(other.page, server.url, account);
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^New password:/ })
    .waitFor();
  await page.getByLabel('Current password').fill(account.password);
  await page.getByLabel('New password').fill('a password of her own');
  await page.getByRole('button', { name: 'Change password' }).click();
  await statusMessage('The password is changed.').waitFor();
  // Regression: the focus was lost when the form was replaced.
  await page.getByRole('button', { name: 'Change password' }).and(page.locator(':focus')).waitFor();
  await soon(() => page.getByLabel('Current password').inputValue()).toBe('');
  expect((await other.page.request.get('/api/session')).status()).toBe(401);
  expect((await page.request.get('/api/session')).status()).toBe(200);
  await other.page.context().close();
});

test('account events are listed, with links to their keys', async () => {
  const created = await page.request.post('/api/api-keys', { data: { name: 'Hive scale', permissions: {} } });
  expect(created.status()).toBe(201);
  const changed = await page.request.put('/api/account/password', {
    data: { current_password: account.password, new_password: 'a password of her own' },
    headers: { Origin: server.url },
  });
  expect(changed.ok()).toBe(true);
  await page.getByRole('link', { name: 'Sign-ins, keys, exports and deletions' }).click();
  await page.getByRole('heading', { name: 'Account activity' }).waitFor();
  const rows = page.getByRole('table', { name: 'Account activity' }).getByRole('row');
  await rows.filter({ hasText: 'API key created: Hive scale' }).filter({ hasText: '127.0.0.1' }).waitFor();
  await rows.filter({ hasText: 'Password changed' }).waitFor();
  await soon(() => cutWords(rows.locator('td:first-child'))).toEqual([]);
  // The link to the key can be focused, and Enter opens the page of the key.
  await page.getByRole('link', { name: 'Hive scale' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Hive scale' }).waitFor();
});

test('the settings fit every width and are accessible in both themes', async () => {
  await enter(page, server.url, server.demo);
  for (const path of ['/settings', '/settings/activity', '/settings/delete']) {
    await page.goto(path);
    if (path.endsWith('activity')) await page.getByText('Signed in').first().waitFor();
    await checkLayouts(page, path.slice(1).replaceAll('/', '-'));
  }
});

test('an account is deleted after the user has entered its password', async () => {
  await page.goto('/settings/delete');
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByText('Your account and all its data are deleted.').waitFor();
  expect((await page.request.get('/api/session')).status()).toBe(401);
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
});
