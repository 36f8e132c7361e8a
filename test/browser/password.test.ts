import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { accessibilityFaults, launch, openPage, picture, signIn } from './browser.js';
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

test('a one-time link sets the password, once', async () => {
  const { page, faults } = await openPage(browser, server.url);
  await page.goto(link);
  const form = page.locator('#new-password');
  await form.getByLabel('New password').fill('short');
  await form.getByRole('button').click();
  await form.locator('.summary').getByText('New password must').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await picture(page, 'password');
  await form.getByLabel('New password').fill(account.password);
  await form.getByRole('button').click();
  await page.getByText('The new password is set').waitFor();
  expect(page.url()).toBe(`${server.url}/`);
  await signIn(page, account);
  await page.getByRole('heading', { name: 'Your breeding data' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.locator('#sign-in').waitFor();

  await page.goto(link);
  await form.getByLabel('New password').fill('yet another password');
  await form.getByRole('button').click();
  await form.getByText('The link is unknown').waitFor();
  expect(faults).toEqual([]);
});

test('where registration is closed no way leads to it', async () => {
  const { page, faults } = await openPage(browser, server.url);
  await page.goto('/#register');
  await page.locator('#sign-in').waitFor();
  expect(await page.getByText('Create one').isVisible()).toBe(false);
  expect(await page.locator('#register').isVisible()).toBe(false);
  expect(faults).toEqual([]);
});
