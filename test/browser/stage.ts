import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { enter, launch, openPage, type WatchedPage } from './browser.js';
import { startServer, type Server } from './server.js';

/** What the tests of a file walk on: there before the first of them, gone after the last. */
export let server: Server;
export let browser: Browser;
export let watched: WatchedPage;
export let page: Page;

interface Stage {
  /** Whether the server has the demo data; else there is no account yet. */
  demo?: boolean;
}

/** The answer to a document, asked by whoever is signed in on the page. */
export async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
  const answer = await page.request.post('/graphql', { data: { query, variables }, headers: { Origin: server.url } });
  const { data, errors } = await answer.json();
  expect(errors).toBeUndefined();
  return data;
}

/** Computes values of these traits, and waits for them. */
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

/** Gives the tests of a file a server of their own and a browser. */
export function withBrowser({ demo = true }: Stage = {}): void {
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(demo ? {} : { DEMO: 'off' }), launch()]);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
}

/** Gives them a page as well, signed in to the demo account where there is one, unless they see to that. */
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
