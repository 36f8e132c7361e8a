import { expect, test } from '@jest/globals';
import { enter, delayRequests, openPage, signIn } from './browser.js';
import { browser, page, restorePage, server, withPage } from './setup.js';

withPage({ serviceWorkers: 'allow' });
restorePage();

const isSession = (url: string): boolean => url.endsWith('/api/session');

test('the data of a page are requested while the session is still loading', async () => {
  await page.goto('/apiaries');
  await page.getByRole('table').waitFor();
  const open = await delayRequests(page, (request) => isSession(request.url()));
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.postData()?.includes('query Apiaries') === true),
    page.goto('/apiaries'),
  ]);
  expect(request.headers()['queenbook-account']).toMatch(/^[0-9a-f-]{36}$/);
  await open();
  await page.getByRole('table').waitFor();
});

test('the data of a page are not requested if the pointer only moves over a link to it', async () => {
  await page.goto('/apiaries');
  await page.getByRole('table').waitFor();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.postData() ?? ''));
  await page.getByRole('link', { name: 'API keys' }).hover();
  await page.getByRole('link', { name: 'Queens', exact: true }).click();
  await page.getByText(/^2,\d\d\d queens$/).waitFor();
  expect(requests.filter((body) => body.includes('query Keys'))).toEqual([]);
});

test('data that were requested early for the previous user are not shown to the user who signs in next', async () => {
  const { page: other, faults } = await openPage(browser, server.url, { serviceWorkers: 'allow' });
  await enter(other, server.url, server.demo);
  await other.goto('/apiaries');
  await other.getByRole('table').waitFor();
  const headers = { Origin: server.url };
  const another = { name: 'Another', email: 'another@example.org', password: 'a long password of another user' };
  expect((await other.request.post('/api/accounts', { data: another, headers })).ok()).toBe(true);
  await enter(other, server.url, another);
  // The page would otherwise open for the previous user if the session took more than three seconds.
  await other.addInitScript('AbortSignal.timeout = () => new AbortController().signal;');
  const open = await delayRequests(other, (request) => isSession(request.url()));
  const [response] = await Promise.all([
    other.waitForResponse((each) => each.request().postData()?.includes('query Apiaries') === true),
    other.goto('/apiaries'),
  ]);
  expect((await response.json()).data).toEqual({ apiaries: null });
  await open();
  await other.getByText('No apiary yet').waitFor();
  await other.context().clearCookies();
  await other.goto('/apiaries');
  await signIn(other, server.demo);
  await other.getByRole('table').waitFor();
  expect(faults).toEqual([]);
  await other.context().close();
});
