import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { enter, launch, openPage, type WatchedPage } from './browser.js';
import { startServer, type Server } from './server.js';
import { slowServer } from './slowdown.js';

/**
 * The server, browser and page of a test file. All three are created before the first test of the file and closed after
 * its last test.
 */
export let server: Server;
export let browser: Browser;
export let watched: WatchedPage;
export let page: Page;

interface Stage {
  /** Whether the server has the demo data. Without the demo data, the server has no account. */
  demo?: boolean;
}

/** Sends a GraphQL document with the session of the page, and returns its data. */
export async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
  const response = await page.request.post('/graphql', { data: { query, variables }, headers: { Origin: server.url } });
  const { data, errors } = await response.json();
  expect(errors).toBeUndefined();
  return data;
}

let accounts = 0;

/** Creates an account without data, and signs a page in to it without the form. */
export async function enterNewAccount(
  name = 'Jutta',
  on = page,
): Promise<{ name: string; email: string; password: string }> {
  accounts += 1;
  const account = { name, email: `account-${accounts}@bees.example`, password: 'a long enough password' };
  const response = await on.request.post('/api/accounts', { data: account, headers: { Origin: server.url } });
  expect(response.status()).toBe(201);
  return account;
}

/** Starts a run for these traits and waits until it has ended. */
export async function endedRun(traits: readonly string[]): Promise<void> {
  const { startEbvRun } = await ask<{ startEbvRun: { id: string } }>(
    'mutation ($traits: [Trait!]) { startEbvRun(input: { traits: $traits }) { id } }',
    { traits },
  );
  for (let status = ''; status !== 'completed';) {
    await setTimeout(100);
    const { ebvRun } = await ask<{ ebvRun: { status: string } }>('query ($id: ID!) { ebvRun(id: $id) { status } }', {
      id: startEbvRun.id,
    });
    status = ebvRun.status;
    expect(status).toMatch(/queued|running|completed/);
  }
}

/** Returns the computed runs of the account, from the newest to the oldest. */
async function computedRuns(): Promise<{ id: string; traits: string[] }[]> {
  const { ebvRuns } = await ask<{ ebvRuns: { nodes: { id: string; source: string; traits: string[] }[] } }>(
    '{ ebvRuns(first: 100) { nodes { id source traits } } }',
  );
  return ebvRuns.nodes.filter(({ source }) => source === 'computed');
}

/** Starts a run for these traits and waits until it has ended, unless the newest computed run is such a run. */
export async function newestRun(...traits: string[]): Promise<void> {
  const [newest] = await computedRuns();
  if (newest?.traits.toSorted().join() !== traits.toSorted().join()) await endedRun(traits);
}

/** Deletes all computed runs, so that the newest values are imported values. */
export async function deleteComputedRuns(): Promise<void> {
  // Repeated, because the first deletion of a running run only cancels it.
  for (let runs = await computedRuns(); runs.length > 0; runs = await computedRuns()) {
    for (const { id } of runs) await ask('mutation ($id: ID!) { deleteEbvRun(id: $id) { id } }', { id });
  }
}

/** Gives the tests of a file their own server and browser. */
export function withBrowser({ demo = true }: Stage = {}): void {
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(demo ? {} : { DEMO: 'off' }).then(slowServer), launch()]);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
}

/**
 * Gives the tests of a file their own server, browser and page. The page is signed in to the demo account, unless the
 * server has no account or the tests sign in themselves.
 */
export function withPage({
  demo = true,
  signedIn = demo,
  ...options
}: Stage & { signedIn?: boolean } & BrowserContextOptions = {}): void {
  withBrowser({ demo });
  beforeAll(async () => {
    watched = await openPage(browser, server.url, options);
    page = watched.page;
    if (signedIn) await enter(page, server.url, server.demo);
  });
}

/**
 * After each test, restores the size, media and routes of the page. Also checks that no page caused an error, a request
 * to another origin or a violation of the content security policy.
 */
export function restorePage(): void {
  let size: { width: number; height: number };
  beforeAll(() => {
    size = page.viewportSize()!;
  });
  afterEach(async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.emulateMedia({ media: null, colorScheme: null });
    await page.setViewportSize(size);
    expect(watched.faults.splice(0)).toEqual([]);
  });
}
