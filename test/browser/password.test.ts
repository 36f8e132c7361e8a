import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { checkLayouts, launch, openPage, signIn, soon } from './browser.js';
import { accountCommand, startServer, type Server } from './server.js';

const account = { email: 'jutta@bees.example', password: 'a password of her own' };
let directory: string;
let link: string;
let server: Server;
let browser: Browser;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'queenbook-browser-'));
  const printed = await accountCommand(directory, 'add', account.email, '--name', 'Jutta');
  link = /http:\/\/[^/\s]+(\/password#token=\S+)/.exec(printed)![1]!;
  [server, browser] = await Promise.all([
    startServer({ DATA_DIR: directory, DEMO: 'off', REGISTRATION: 'closed' }),
    launch(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

test('a one-time link can set the password only once', async () => {
  const { page, faults } = await openPage(browser, server.url);
  await page.goto(link);
  const password = page.getByLabel('New password');
  const set = page.getByRole('button', { name: 'Set password' });
  await password.fill('short');
  await set.click();
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^New password: / })
    .waitFor();
  await soon(() => password.getAttribute('aria-invalid')).toBe('true');
  await checkLayouts(page, 'password', [360, 1440]);
  await password.fill(account.password);
  await set.click();
  await page.getByText('The new password is set').waitFor();
  await page.waitForURL(`${server.url}/sign-in`);
  await signIn(page, account);
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  expect((await page.request.delete('/api/session', { headers: { Origin: server.url } })).status()).toBe(204);

  await page.goto(link);
  await password.fill('yet another password');
  await set.click();
  await page.getByRole('alert').getByText('This link is unknown').waitFor();
  expect(faults).toEqual([]);
});

test('no page links to the registration if it is closed', async () => {
  const { page, faults } = await openPage(browser, server.url);
  await page.goto('/register');
  await page.waitForURL('**/sign-in');
  await page.getByLabel('E-mail').waitFor();
  await soon(() => page.getByText('Create one').count()).toBe(0);
  expect(faults).toEqual([]);
});
