import { afterEach, expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';
import { accessibilityFaults, endSessionAt, delayRequests, sendSignIn, soon } from './browser.js';
import { page, server, watched, withPage } from './setup.js';

withPage();
afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
  // Ignores logs about requests that the tests have aborted.
  const faults = watched.faults.splice(0).filter((fault) => !/ERR_(FAILED|INTERNET_DISCONNECTED)/.test(fault));
  expect(faults).toEqual([]);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const noResponse = 'Queenbook does not answer';

async function makeKey(name: string): Promise<void> {
  const options = { data: { name, permissions: {} }, headers: { Origin: server.url } };
  expect((await page.request.post('/api/api-keys', options)).status()).toBe(201);
  await page.goto('/keys');
  await page.getByRole('link', { name, exact: true }).click();
}

// Regression: a request was delayed without a message, and was executed when the network returned, although the user
// had left.
test('a request without a network fails at once, and is not executed later', async () => {
  await makeKey('Scale');
  await button('Revoke key').click();
  await page.context().setOffline(true);
  await dialog('Revoke Scale?').getByRole('button', { name: 'Revoke key' }).click();
  await dialog('Revoke Scale?').getByText(noResponse).waitFor();
  await dialog('Revoke Scale?').getByRole('button', { name: 'Cancel' }).click();
  await page.context().setOffline(false);
  await page.goto('/keys');
  await page.getByRole('switch', { name: 'Scale is switched on' }).and(page.locator('[aria-checked=true]')).waitFor();
});

// Regression: the list showed "Counting" forever.
test('a list without a network shows an error, and loads when the network returns', async () => {
  await page.goto('/queens');
  await page.getByText(/^2,\d\d\d queens$/).waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('Name or number').fill('no queen is called so');
  await page.getByRole('alert').getByText(noResponse).waitFor();
  await page.context().setOffline(false);
  await page.getByText('No queen matches').waitFor();
});

// Regression: the error replaced the whole page and all input.
test('if a queen picker fails to load, the form remains, and a retry loads the picker', async () => {
  await page.route('**/assets/queen-box*', (route) => route.abort());
  await page.goto('/queens/new');
  await page.getByText('This field could not be loaded').first().waitFor();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Typed before');
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await page.unroute('**/assets/queen-box*');
  await button('Try again').first().click();
  await page
    .getByRole('combobox', { name: /^(Dam|Mated to)/ })
    .first()
    .waitFor();
  expect(await page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Typed before');
});

test("if a part of a queen's page fails to load, the other parts remain, and a retry loads the missing part", async () => {
  const found = await page.request.get('/api/v1/queens?limit=1');
  const [{ id, queen_name }] = (await found.json()).data as [{ id: string; queen_name: string }];
  await page.route('**/assets/values-panel*', (route) => route.abort());
  await page.goto(`/queens/${id}`);
  const part = page.locator('section#values');
  await part.getByText('could not be loaded').waitFor();
  await page.getByRole('heading', { level: 1, name: queen_name }).waitFor();
  await page.locator('section#evaluations').locator('figure, a').first().waitFor();
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await page.unroute('**/assets/values-panel*');
  await part.getByRole('button', { name: 'Try again' }).click();
  await part.getByText('could not be loaded').waitFor({ state: 'detached' });
  await part.locator('figure, a').first().waitFor();
});

// Regression: "No queen has this name or number" was shown before there was a response, and Enter chose an entry of the
// previous list.
test('a picker shows that a search is running or has failed, and offers no entries of the previous list', async () => {
  // One route for the whole test, because requests can bypass a route while it is being created or replaced.
  let response: (route: Route) => unknown = (route) => route.continue();
  await page.route('**/graphql', (route) => void response(route));
  await page.goto('/queens/new');
  const box = page.getByRole('combobox', { name: /^Dam/ });
  await box.focus();
  await page.keyboard.type('A');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  response = () => undefined;
  await page.keyboard.type('nna');
  await page.getByText('Looking for queens').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await soon(() => box.inputValue()).toBe('Anna');
  response = (route) => route.abort();
  await page.keyboard.type(' 0');
  await page.getByRole('listbox').getByText(noResponse).waitFor();
  response = (route) => route.continue();
  await page.keyboard.type('7');
  await page
    .getByRole('option', { name: /^Anna 07/ })
    .first()
    .waitFor();
});

// Regression: old data were shown as current.
test('data that could not be reloaded after a change are marked as possibly outdated', async () => {
  await makeKey('Thermometer');
  await page.goto('/keys');
  await page.getByRole('switch', { name: 'Thermometer is switched on' }).waitFor();
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()!.includes('mutation')) await route.continue();
    else await route.abort();
  });
  await page.getByRole('switch', { name: 'Thermometer is switched on' }).click();
  const note = page.getByRole('alert').filter({ hasText: 'may not be up to date' });
  await note.waitFor();
  await page.getByRole('switch', { name: 'Thermometer is switched on' }).waitFor();
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await page.unroute('**/graphql');
  await note.getByRole('button', { name: 'Try again' }).click();
  await note.waitFor({ state: 'detached' });
  await page
    .getByRole('switch', { name: 'Thermometer is switched on' })
    .and(page.locator('[aria-checked=false]'))
    .waitFor();
});

/** Calls `send`, ends the session when the page sends the request, and signs in again in the sign-in dialog. */
async function signInAgain(send: () => Promise<void>): Promise<void> {
  await endSessionAt(page, (request) => (request.postData() ?? '').includes('mutation'));
  await send();
  await dialog('Your session has ended').waitFor();
  await sendSignIn(page, server.demo);
  await dialog('Your session has ended').waitFor({ state: 'detached' });
}

// Regression: besides the sign-in dialog, the page reported that the import could not be undone.
test('the undo of an import can be repeated if it fails because of a missing session or response', async () => {
  const file = { name: 'weights.csv', mimeType: 'text/csv', buffer: Buffer.from('queen_name,birth_year\nAnna,2021\n') };
  const uploaded = await page.request.post('/api/v1/imports', { multipart: { file } });
  expect(uploaded.status()).toBe(202);
  const { id } = (await uploaded.json()).data;
  const status = async () => (await (await page.request.get(`/api/v1/imports/${id}`)).json()).data.status;
  await soon(status).toBe('completed');
  await page.goto('/imports');
  await page.getByRole('link', { name: 'weights.csv' }).click();
  await button('Undo the import').click();
  const question = dialog('Undo this import?');
  const send = () => question.getByRole('button', { name: 'Undo the import' }).click();
  await signInAgain(send);
  await question.getByText('Your session has ended').waitFor();
  await page.route('**/graphql', (route) => route.abort());
  await send();
  await question.getByText(noResponse).waitFor();
  await page.unroute('**/graphql');
  await send();
  await page.getByRole('heading', { name: 'The import was undone' }).waitFor();
});

test('a revocation that fails because of a missing session can be repeated; Escape does not close the dialog while the request runs', async () => {
  await makeKey('Balance');
  await button('Revoke key').click();
  const question = dialog('Revoke Balance?');
  const send = () => question.getByRole('button', { name: 'Revoke key' }).click();
  await signInAgain(send);
  await question.getByText('Your session has ended').waitFor();
  const open = await delayRequests(page, (request) => request.url().endsWith('/graphql'));
  await send();
  await question.locator('[aria-disabled=true]').first().waitFor();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor();
  await open();
  await page.waitForURL('**/keys');
});
