import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Request,
  type Route,
} from 'playwright-core';
import { slowPages } from './slowdown.js';

export { accessibilityFaults, cutWords, everyLook, picture } from './looks.js';
export { soon } from './soon.js';

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
 * Pages show a copy on the device if an answer takes longer than three seconds. On a slow machine, it would depend on
 * chance whether the other tests see a copy, so they get none.
 */
const WITHOUT_COPIES = `{
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name, ...rest) {
    if (name === 'queenbook-account') throw new DOMException('Tests keep no copies.', 'SecurityError');
    return open.call(this, name, ...rest);
  };
}`;

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
  if (options.serviceWorkers !== 'allow') await context.addInitScript(WITHOUT_COPIES);
  const page = await context.newPage();
  await slowPages(context);
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
export async function delayRequests(page: Page, which: (request: Request) => boolean): Promise<() => Promise<void>> {
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

/**
 * Ends the session when the page sends the first matching request. If the session ended earlier, another request of the
 * page could show the sign-in dialog before the test has acted.
 */
export async function endSessionAt(
  page: Page,
  which: (request: Request) => boolean,
  end = async (): Promise<unknown> =>
    page.request.delete('/api/session', { headers: { Origin: new URL(page.url()).origin } }),
): Promise<void> {
  let isOver = false;
  const hold = async (route: Route): Promise<void> => {
    const isFirst = !isOver && which(route.request());
    isOver ||= isFirst;
    if (isFirst) await end();
    await route.fallback();
    // If the route were removed earlier, the request would pass.
    if (isFirst) await page.unroute('**/*', hold);
  };
  await page.route('**/*', hold);
}
