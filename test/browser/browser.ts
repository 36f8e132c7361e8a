import { existsSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Request,
  type Route,
} from 'playwright-core';
import { slowPages } from './slowdown.js';

export { accessibilityFaults, cutWords, checkLayouts, picture } from './layouts.js';
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

/** Chromium's headless shell comes first, because it needs a fifth less processor time. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The path of the browser. The variable CHROMIUM has precedence. */
export const executablePath = process.env.CHROMIUM ?? PROGRAMS.find((path) => existsSync(path));

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS });
}

/**
 * Disables copies of data on the device. A page shows such a copy if a response needs more than three seconds. On a
 * slow machine, this happens by chance.
 */
const WITHOUT_COPIES = `{
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name, ...rest) {
    if (name === 'queenbook-account') throw new DOMException('Tests keep no copies.', 'SecurityError');
    return open.call(this, name, ...rest);
  };
}`;

/**
 * A page that records faults: requests to other origins, violations of the content security policy, uncaught errors,
 * and other errors in the console.
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
    // Disables transitions, because the contrast of colours can be too low during a change of the theme.
    reducedMotion: 'reduce',
    // Blocks service workers, because they respond before the routes of a test. Tests without a network allow service
    // workers.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(60_000);
  if (options.serviceWorkers !== 'allow') await context.addInitScript(WITHOUT_COPIES);
  const page = await context.newPage();
  await slowPages(context);
  const faults: string[] = [];
  context.on('request', (request) => {
    // Object URLs of the page contain its origin.
    if (
      !request
        .url()
        .replace(/^blob:/, '')
        .startsWith(`${origin}/`)
    )
      faults.push(`request to ${request.url().slice(0, 200)}`);
  });
  context.on('console', (message) => {
    // The browser logs each rejected request, such as a 401 without a session. Such log entries are not faults.
    const expected = /status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !expected) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.stack ?? error.message}`));
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', (e) => console.error('policy: ' + e.violatedDirective + ' ' + e.blockedURI));`,
  );
  return { page, faults };
}

/** Fills in and sends the sign-in form of the page, or of the dialog above a page. */
export async function sendSignIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in with the form and waits for the first page. */
export async function signIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await sendSignIn(page, account);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/** Signs in without the form. */
export async function enter(page: Page, origin: string, account: { email: string; password: string }): Promise<void> {
  const { email, password } = account;
  const response = await page.request.post('/api/session', { data: { email, password }, headers: { Origin: origin } });
  if (!response.ok()) throw new Error(`sign-in was answered by ${response.status()}`);
}

/** Delays matching requests until the returned function is called. Later requests are not delayed. */
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
 * page could show the sign-in dialog too early.
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
    // The route is removed only now, because the request would otherwise reach the server before the session has ended.
    if (isFirst) await page.unroute('**/*', hold);
  };
  await page.route('**/*', hold);
}
