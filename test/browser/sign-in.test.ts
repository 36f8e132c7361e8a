import { beforeEach, expect, test } from '@jest/globals';
import type { Request } from 'playwright-core';
import {
  accessibilityFaults,
  endSessionAt,
  enter,
  checkLayouts,
  openPage,
  picture,
  sendSignIn,
  signIn,
  soon,
} from './browser.js';
import { browser, page, restorePage, server, withPage } from './setup.js';

withPage({ signedIn: false });
restorePage();
// Ends the session that an earlier test started.
beforeEach(() => page.context().clearCookies());

const problem = () => page.getByRole('alert');

test('the content security policy allows only resources of the server', async () => {
  const response = await page.goto('/');
  const policy = response!.headers()['content-security-policy']!;
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
});

test('pages have the language and theme of the cookies, including error pages', async () => {
  const cookies = { queenbook_language: 'de', queenbook_theme: 'dark' };
  const { page, faults } = await openPage(browser, server.url, { colorScheme: 'light' });
  await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: server.url })));
  for (const [path, status] of [
    ['/queens', 200],
    ['/nothing', 404],
  ] as const) {
    const response = await page.goto(path);
    expect([path, response!.status()]).toEqual([path, status]);
    await soon(() => page.locator('html').getAttribute('lang')).toBe('de');
    await soon(() => page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

test('an empty form lists its errors, whose links move the focus to the fields, by keyboard alone', async () => {
  await page.goto('/register');
  await page.getByLabel('E-mail').press('Enter');
  await problem().getByText('There is a problem').waitFor();
  await soon(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert');
  await soon(() => problem().getByRole('link').allInnerTexts()).toEqual([
    expect.stringMatching(/^Name: /),
    expect.stringMatching(/^E-mail: /),
    expect.stringMatching(/^Password: /),
  ]);
  await soon(() => page.title()).toMatch(/^Error: /);
  for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await soon(() => page.locator(':focus').getAttribute('name')).toBe('password');
  await soon(() => page.getByLabel('Password').getAttribute('aria-invalid')).toBe('true');
});

test('the sign-in page and its errors fit every width and are accessible in both themes', async () => {
  for (const path of ['/sign-in', '/register']) {
    await page.goto(path);
    await page.getByLabel('Password').press('Enter');
    await problem().waitFor();
    await checkLayouts(page, path.slice(1));
  }
  // Regression: on a medium screen, the name of the product was hidden. Only pages with a navigation hide it.
  await page.setViewportSize({ width: 768, height: 900 });
  const word = await page.getByText('Queenbook', { exact: true }).boundingBox();
  expect(word!.width).toBeGreaterThan(50);
});

test("after a wrong password, the server's message is shown, and the input remains", async () => {
  await page.goto('/sign-in');
  await sendSignIn(page, { email: server.demo.email, password: 'not the password' });
  await problem().getByText('password').waitFor();
  await soon(() => page.getByLabel('E-mail').inputValue()).toBe(server.demo.email);
});

test('a language that is chosen before the registration becomes the language of the account', async () => {
  const { page: secondPage, faults: found } = await openPage(browser, server.url);
  await secondPage.goto('/register');
  await secondPage.getByLabel('Language').selectOption('Polski');
  await secondPage.getByRole('heading', { name: 'Utwórz konto' }).waitFor();
  await soon(() => accessibilityFaults(secondPage)).toEqual([]);
  await secondPage.reload();
  await soon(() => secondPage.getByLabel('Język').locator('option:checked').innerText()).toBe('Polski');
  await secondPage.locator('[name=name]').fill('Ola');
  await secondPage.locator('[name=email]').fill('ola@bees.example');
  await secondPage.locator('[name=password]').fill('a password of her own');
  await secondPage.locator('[type=submit]').click();
  await secondPage.waitForURL('**/start');
  await soon(async () => (await (await secondPage.request.get('/api/account')).json()).data.language).toBe('pl');
  expect(found).toEqual([]);
});

test('if registration is open, an account can be created, and its first page opens', async () => {
  const { page, faults } = await openPage(browser, server.url);
  await page.goto('/');
  await page.getByRole('link', { name: 'Create one' }).click();
  await page.getByLabel('Name').fill('Jutta');
  await page.getByLabel('E-mail').fill(server.demo.email);
  await page.getByLabel('Password').fill('a long enough password');
  const create = page.getByRole('button', { name: 'Create account' });
  await create.click();
  // The e-mail address of the demo account is already used.
  await page.getByRole('alert').waitFor();
  await page.getByLabel('E-mail').fill('jutta@bees.example');
  await create.click();
  await page.waitForURL('**/start');
  await page.getByRole('button', { name: 'Jutta' }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a page that is opened without a session shows the sign-in form, and opens after the sign-in', async () => {
  await page.goto('/queens?search=a');
  await signIn(page, server.demo);
  await page.getByRole('heading', { level: 1, name: 'Queens' }).waitFor();
  expect(new URL(page.url()).search).toBe('?search=a');
});

test('sign-out ends the session, and no data of the account remain on the device', async () => {
  await enter(page, server.url, server.demo);
  await page.goto('/');
  const { data } = (await (await page.request.get('/api/session')).json()) as { data: { id: string } };
  const key = JSON.stringify(`queenbook-draft:remembered:${data.id}`);
  await page.evaluate(`localStorage.setItem(${key}, '{}')`);
  await page.getByRole('button', { name: 'Demo' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await page.getByLabel('E-mail').waitFor();
  expect((await page.request.get('/api/session')).status()).toBe(401);
  await soon(() => page.evaluate(`localStorage.getItem(${key})`)).toBeNull();
  await page.goto('/queens');
  await page.getByLabel('E-mail').waitFor();
});

test('sign-in opens the requested page, but never another site', async () => {
  await page.goto('/?next=%2Fapiaries%3Fx%3D1');
  await sendSignIn(page, server.demo);
  await page.waitForURL('**/apiaries**');
  await page.goto('/sign-in?next=https%3A%2F%2Felsewhere.example%2F');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});

test('if the session has ended, a sign-in dialog opens above the page, and the input is not lost', async () => {
  const { page, faults } = await openPage(browser, server.url);
  await enter(page, server.url, server.demo);
  await page.goto('/queens/new');
  await page.getByLabel('Born').fill('2023');
  await endSessionAt(page, (request) => (request.postData() ?? '').includes('Anna'));
  await page.getByRole('combobox', { name: /^Dam/ }).fill('Anna');
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await picture(page, 'session-over');
  await soon(() => dialog.getByLabel('E-mail').inputValue()).toBe(server.demo.email);
  await soon(() => dialog.locator(':focus').getAttribute('name')).toBe('password');
  await page.keyboard.press('Escape');
  await soon(() => dialog.isVisible()).toBe(true);
  await dialog.getByLabel('Password').fill(server.demo.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  await soon(() => page.getByLabel('Born').inputValue()).toBe('2023');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('if another account has signed in in another tab, input is not saved in that account', async () => {
  const { page } = await openPage(browser, server.url);
  await enter(page, server.url, server.demo);
  await page.goto('/queens/new');
  await page.getByLabel('Name').fill('Of the first');
  const other = { name: 'Second', email: 'second@bees.example', password: 'a long enough password' };
  const isSave = (request: Request) => request.method() === 'POST' && request.url().endsWith('/api/v1/queens');
  await endSessionAt(page, isSave, () =>
    page.request.post('/api/accounts', { headers: { Origin: server.url }, data: other }),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  await soon(async () => (await (await page.request.get('/api/queens')).json()).data).toEqual([]);
  await dialog.getByLabel('Password').fill(server.demo.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  // Regression: after the sign-in, the page still asked the user to sign in.
  await page.getByRole('alert').getByText('nothing has been saved yet').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Of the first' }).waitFor();
  await page.context().close();
});

test('if the code of a page fails to load without a network, a retry with a network loads the page', async () => {
  const { page } = await openPage(browser, server.url);
  await enter(page, server.url, server.demo);
  await page.goto('/settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Apiaries' }).click();
  await page.getByRole('alert').getByText('could not be loaded').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('alert').getByText('could not be loaded').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Apiaries' }).waitFor();
  await page.context().close();
});
