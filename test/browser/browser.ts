import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from '@jest/globals';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
  type Request,
  type Route,
} from 'playwright-core';

export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

/**
 * A page that records in `faults` what must not happen: a request to another origin, a policy violation, an uncaught
 * error.
 */
export interface WatchedPage {
  page: Page;
  faults: string[];
}

export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
    // During a transition to the other theme, the contrast of colours can be too low.
    reducedMotion: 'reduce',
    // A service worker answers requests before the routes of a test do; tests without a network allow it.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  context.on('request', (request) => {
    // Object URLs created by the page have its origin, too.
    if (
      !request
        .url()
        .replace(/^blob:/, '')
        .startsWith(`${origin}/`)
    )
      faults.push(`request to ${request.url().slice(0, 200)}`);
  });
  context.on('console', (message) => {
    // The browser logs each rejected request, such as 401 without a session; these are not faults.
    const expected = /status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !expected) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.stack ?? error.message}`));
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', (e) => console.error('policy: ' + e.violatedDirective + ' ' + e.blockedURI));`,
  );
  return { page, faults };
}

/** Fills in the form of the sign-in page, or of the dialog above a page, and sends it. */
export async function sendSignIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in by the form and waits for the first page. */
export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await sendSignIn(page, account);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** Signs in without the form, for tests of other pages. */
export async function enter(page: Page, origin: string, account: { email: string; password: string }): Promise<void> {
  const { email, password } = account;
  const response = await page.request.post('/api/session', { data: { email, password }, headers: { Origin: origin } });
  if (!response.ok()) throw new Error(`sign-in was answered by ${response.status()}`);
}

/** Delays matching requests until the returned function is called; later requests are not delayed. */
export async function held(page: Page, which: (request: Request) => boolean): Promise<() => Promise<void>> {
  let open!: () => void;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const hold = async (route: Route): Promise<void> => {
    if (which(route.request())) await gate;
    await route.fallback();
  };
  await page.route('**/*', hold);
  return async () => {
    open();
    await page.unroute('**/*', hold);
  };
}

type Assertions<T> = ReturnType<typeof expect<Promise<T>>>['resolves'];
const WAIT_TIMEOUT_MS = 15_000;

/**
 * Like `expect`, but repeated until it succeeds, because a browser needs time to draw, load and request. If it never
 * succeeds, the last result is reported.
 */
export function soon<T>(look: () => Promise<T>): Assertions<T> & { not: Assertions<T> } {
  const asserting = (isNot: boolean): object =>
    new Proxy(
      {},
      {
        get: (_, name: string) =>
          name === 'not'
            ? asserting(true)
            : async (...args: unknown[]) => {
                for (const end = Date.now() + WAIT_TIMEOUT_MS; ;) {
                  try {
                    const seen = expect(await look());
                    return ((isNot ? seen.not : seen) as unknown as Record<string, (...args: unknown[]) => void>)[
                      name
                    ]!(...args);
                  } catch (fault) {
                    if (Date.now() > end) throw fault;
                    await setTimeout(50);
                  }
                }
              },
      },
    );
  return asserting(false) as never;
}

/** Writes a screenshot to the folder SCREENSHOTS, if set. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Violations that axe finds on the page: rule and elements, one line each.
 * @param colors check only the colours, because the rest was checked before
 */
export async function accessibilityFaults(page: Page, within = 'body', colors = false): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await axe);
  const options = { resultTypes: ['violations'], ...(colors && { runOnly: ['cat.color'] }) };
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`)) as {
    violations: { id: string; help: string; nodes: { html: string }[] }[];
  };
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** Returns the given words that are not completely visible. */
export function cutWords(words: Locator): Promise<string[]> {
  return words.evaluateAll((found) =>
    (found as unknown as { scrollWidth: number; clientWidth: number; textContent: string }[])
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
}

const DRAWS = `Promise.race([
  new Promise((drawn) => requestAnimationFrame(() => drawn(true))),
  new Promise((late) => setTimeout(late, 2000, false)),
])`;

/**
 * Waits until the page is drawn. Chromium once drew no frame for half a minute after several resizes, and waiting for a
 * stable element waits for frames.
 */
async function drawn(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!;
  for (let tries = 0; tries < 5 && !(await page.evaluate(DRAWS)); tries += 1) {
    await page.setViewportSize({ width, height: height + 1 });
    await page.setViewportSize({ width, height });
  }
}

/** Checks the page at each width, in light and dark: it fits, axe finds nothing, and a screenshot is taken. */
export async function everyLook(page: Page, name: string, widths = [360, 768, 1440]): Promise<void> {
  const before = page.viewportSize()!;
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      let found: string[] = [];
      // A page may need some frames after a resize.
      for (let attempts = 0; attempts < 5 && (attempts === 0 || found.length > 0); attempts += 1) {
        const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number;
        found = await accessibilityFaults(page, 'body', colorScheme === 'dark');
        if (wide > width) found.push(`${wide} pixels wide`);
      }
      faults.push(...found.map((fault) => `${colorScheme} ${width}: ${fault}`));
      await picture(page, `${name}-${colorScheme}-${width}`);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(before);
  await drawn(page);
  if (faults.length > 0) throw new Error([name, ...new Set(faults)].join('\n'));
}
