import type { BrowserContext, Page } from 'playwright-core';
import { startLink } from './link.js';
import type { Server } from './server.js';

/**
 * The factor by which scripts of pages are slower. Without a factor, nothing is slowed down. The factor 1 only delays
 * requests.
 */
const FACTOR = Number(process.env.BROWSER_SLOWDOWN ?? 0);
const DELAY_MS = 200;

/** Slows down the scripts of all pages. */
export async function slowPages(context: BrowserContext): Promise<void> {
  if (FACTOR <= 1) return;
  const slow = async (page: Page): Promise<void> => {
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: FACTOR });
  };
  // A failure is ignored: a page that was closed at once cannot be slowed down.
  context.on('page', (page) => void slow(page).catch(() => undefined));
  await Promise.all(context.pages().map(slow));
}

/** Delays each request and each response by a random time of up to 200 ms, so that their order changes. */
export async function slowServer(server: Server): Promise<Server> {
  if (!FACTOR) return server;
  const link = await startLink(server.url, DELAY_MS);
  const stop = async (): Promise<void> => {
    await link.close();
    await server.stop();
  };
  return { ...server, url: link.url, stop };
}
