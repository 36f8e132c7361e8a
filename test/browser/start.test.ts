import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { accessibilityFaults, launch, openPage, picture, signIn, type WatchedPage } from './browser.js';
import { startServer, type Server } from './server.js';

let server: Server;
let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  watched = await openPage(browser, server.url);
  page = watched.page;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const sheet = (rows: string[]) => Buffer.from(['queen_name;external_id;generation;birth_date', ...rows].join('\n'));

async function upload(name: string, buffer: Buffer, dryRun: boolean): Promise<void> {
  const form = page.locator('#upload');
  await form.getByLabel('File').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await form.getByLabel('Only check').setChecked(dryRun);
  await form.getByRole('button', { name: 'Upload' }).click();
}

const queens = async () => Number((await page.locator('#counts strong').first().innerText()).replaceAll(',', ''));

describe('signed out', () => {
  test('the policy lets nothing in but what the server itself serves', async () => {
    const response = await page.goto('/');
    const policy = response!.headers()['content-security-policy']!;
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });

  test('the page comes in the language and the theme that its cookies name, also where nothing is', async () => {
    const cookies = { queenbook_language: 'de', queenbook_theme: 'dark' };
    const { page, faults } = await openPage(browser, server.url, { colorScheme: 'light' });
    await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: server.url })));
    for (const [path, status] of [
      ['/queens/f1', 200],
      ['/nothing', 404],
    ] as const) {
      const response = await page.goto(path);
      expect([path, response!.status()]).toEqual([path, status]);
      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
    }
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('an empty form names both fields and leads to them', async () => {
    const form = page.locator('#sign-in');
    await form.getByRole('button', { name: 'Sign in' }).click();
    const summary = form.locator('.summary');
    await summary.getByText('There is a problem').waitFor();
    expect(await summary.getByRole('link').allInnerTexts()).toEqual(['E-mail is missing', 'Password is missing']);
    expect(await page.title()).toMatch(/^Error: /);
    await summary.getByRole('link').last().click();
    expect(await form.locator(':focus').getAttribute('name')).toBe('password');
    expect(await form.getByLabel('Password').getAttribute('aria-invalid')).toBe('true');
    expect(await accessibilityFaults(page)).toEqual([]);
    await picture(page, 'sign-in-errors');
  });

  test('a wrong password is answered in the words of the server, and what was typed stays', async () => {
    await page.reload();
    await signIn(page, { email: server.demo.email, password: 'not the password' });
    await page.locator('#sign-in .summary p').getByText('password').waitFor();
    expect(await page.locator('#sign-in [name=email]').inputValue()).toBe(server.demo.email);
  });

  test('an account can be created where registration is open', async () => {
    const { page, faults } = await openPage(browser, server.url);
    await page.goto('/');
    await page.getByRole('link', { name: 'Create one' }).click();
    const form = page.locator('#register');
    await form.getByLabel('Name').fill('Jutta');
    await form.getByLabel('E-mail').fill(server.demo.email);
    await form.getByLabel('Password').fill('a long enough password');
    await form.getByRole('button', { name: 'Create account' }).click();
    // The address of the demo account is taken.
    await form.locator('.summary').waitFor();
    await form.getByLabel('E-mail').fill('jutta@bees.example');
    await form.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Your breeding data' }).waitFor();
    expect(await page.locator('#who').innerText()).toBe('Jutta');
    expect(await page.locator('#recent').innerText()).toContain('None yet');
    await picture(page, 'start-empty');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

describe('signed in', () => {
  beforeAll(async () => {
    await page.goto('/');
    await signIn(page, server.demo);
    await page.getByRole('heading', { name: 'Your breeding data' }).waitFor();
  });

  test('tells what is stored', async () => {
    expect(await queens()).toBeGreaterThan(0);
  });

  test('no link leads nowhere', async () => {
    for (const link of await page.locator('#signed-in a, header a').all()) {
      const address = (await link.getAttribute('href'))!;
      expect([address, (await page.request.get(address, { headers: { Accept: 'text/html, */*' } })).status()]).toEqual([
        address,
        200,
      ]);
    }
  });

  test('a trial import says what would happen and changes nothing', async () => {
    const before = await queens();
    await upload('queens.csv', sheet(['Walk 1;WALK-1;F0;2023', 'Walk 2;WALK-2;F0;2024']), true);
    await page.getByText('queens.csv: The file is fine').waitFor();
    expect(await page.getByRole('table', { name: 'Columns' }).innerText()).toContain('external_id');
    await picture(page, 'import-trial');
    await page.reload();
    await page.locator('#counts li').first().waitFor();
    expect(await queens()).toBe(before);
  });

  test('an import adds its queens and appears in the list', async () => {
    const before = await queens();
    await upload('queens.csv', sheet(['Walk 1;WALK-1;F0;2023', 'Walk 2;WALK-2;F0;2024']), false);
    await page.getByText('queens.csv: Imported').waitFor();
    await page
      .locator('#counts strong')
      .first()
      .getByText((before + 2).toLocaleString('en'))
      .waitFor();
    expect(await page.getByRole('table', { name: 'Recent imports' }).innerText()).toContain('completed');
    await picture(page, 'import-done');
  });

  test('a faulty file lists its errors by row and changes nothing', async () => {
    const before = await queens();
    await upload('faulty.csv', sheet(['Walk 3;WALK-3;F0;2023-02-31', 'Walk 4;WALK-4;F7;2024']), false);
    await page.getByText('faulty.csv: Nothing was changed').waitFor();
    const errors = page.getByRole('table', { name: 'Errors' });
    expect(await errors.getByRole('row').count()).toBeGreaterThanOrEqual(3);
    expect(await errors.innerText()).toContain('birth_date');
    expect(await queens()).toBe(before);
    await picture(page, 'import-errors');
  });

  test('a file that is no table is refused at the file field', async () => {
    await upload('empty.csv', Buffer.alloc(0), false);
    await page.locator('#upload .summary').waitFor();
    expect(await page.locator('#upload .summary').innerText()).not.toBe('');
    await picture(page, 'import-refused');
  });

  test('fits a phone and the dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const box = await page.locator('#signed-in').boundingBox();
        expect(box!.width).toBeLessThanOrEqual(width);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect(await accessibilityFaults(page)).toEqual([]);
        await picture(page, `start-${colorScheme}-${width}`);
      }
    }
  });

  test('signing out ends the session', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.locator('#sign-in').waitFor();
    expect((await page.request.get('/api/session')).status()).toBe(401);
    await page.reload();
    await page.locator('#sign-in').waitFor();
  });

  test('nothing forbidden happened on the way', () => {
    expect(watched.faults).toEqual([]);
  });
});
