import { afterAll, beforeAll } from '@jest/globals';
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
