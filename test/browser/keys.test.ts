import { beforeEach, expect, test } from '@jest/globals';
import { checkLayouts, delayRequests, soon } from './browser.js';
import { ask, enterNewAccount, page, restorePage, server, withPage } from './setup.js';

withPage({ signedIn: false, permissions: ['clipboard-read', 'clipboard-write'] });
restorePage();
// An account can create only ten keys in one hour, so each test has its own account.
beforeEach(async () => {
  await enterNewAccount();
});

const statusFor = async (key: string, method = 'GET', path = '/api/v1/queens?limit=1') =>
  (await fetch(server.url + path, { method, headers: { Authorization: `Bearer ${key}` } })).status;
const matrix = (resource: string, level: string) =>
  page.getByRole('table', { name: 'Permissions' }).getByRole('radio', { name: `${resource}: ${level}`, exact: true });
const statusMessage = (text: string) => page.getByRole('status').getByText(text);

interface Key {
  id: string;
  raw: string;
}
interface Issued {
  issued: { key: string; apiKey: { id: string } };
}
/** Creates a key that may read queens. */
async function createKey(name: string): Promise<Key> {
  const { issued } = await ask<Issued>(
    `mutation ($name: String!) {
      issued: createApiKey(input: { name: $name, permissions: { queens: read } }) { key apiKey { id } }
    }`,
    { name },
  );
  return { id: issued.apiKey.id, raw: issued.key };
}
/** Replaces a key, which then works for one more hour, and returns the new key. */
async function replaceKey({ id }: Key): Promise<Key> {
  const { issued } = await ask<Issued>(
    'mutation ($id: ID!) { issued: rotateApiKey(id: $id, overlapHours: 1) { key apiKey { id } } }',
    { id },
  );
  return { id: issued.apiKey.id, raw: issued.key };
}
const anotherKey = () => page.request.post('/api/api-keys', { data: { name: 'x', permissions: {} } });

test('a new key starts with the permissions of a template, which can be changed, and is shown until the user has stored it', async () => {
  await page.goto('/keys');
  await page.getByRole('link', { name: 'New key' }).first().click();
  await page.getByRole('heading', { name: 'New API key' }).waitFor();
  await page.getByRole('radio', { name: 'Evaluator' }).check();
  await soon(() => matrix('Evaluations', 'Read and write').isChecked()).toBe(true);
  await soon(() => matrix('Apiaries and hives', 'No access').isChecked()).toBe(true);
  await matrix('Account', 'No access').check();
  await soon(() => page.getByRole('radio', { name: 'Custom' }).isChecked()).toBe(true);
  await statusMessage('May read: Queens, Evaluations, and Breeding values. May change: Evaluations.').waitFor();

  await page.getByLabel('Addresses').fill('127.0.0.1\n\n10.0.0.0/33\nnowhere');
  await page.getByRole('button', { name: 'Create key' }).click();
  const summary = page.getByRole('alert');
  await summary.getByRole('link', { name: /^Name:/ }).waitFor();
  await summary.getByRole('link', { name: /^Addresses: line 3, "10.0.0.0\/33", must have one prefix/ }).waitFor();
  await summary.getByRole('link', { name: /^Addresses: line 4, "nowhere", must be/ }).click();
  await soon(() => page.getByLabel('Addresses').evaluate((area) => area === area.ownerDocument.activeElement)).toBe(
    true,
  );
  await page.getByLabel('Addresses').fill('127.0.0.1\n::1');
  await page.getByLabel('Name', { exact: true }).fill('Scale at the station');
  await page.getByRole('button', { name: 'Create key' }).click();

  await page.getByRole('heading', { name: 'Store the key now' }).and(page.locator(':focus')).waitFor();
  const raw = await page.getByTestId('raw-key').innerText();
  expect(raw).toMatch(/^qb_live_[0-9a-f]{64}$/);
  await page.getByRole('button', { name: 'Copy' }).click();
  await statusMessage('The key is copied.').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(raw);
  expect(await statusFor(raw)).toBe(200);
  expect(await statusFor(raw, 'GET', '/api/v1/hives')).toBe(403);

  // A warning appears if the user leaves before storing the key. Later, the key is not shown again.
  await page.getByRole('link', { name: 'Settings' }).click();
  const warning = page.getByRole('dialog', { name: 'Leave without the key?' });
  await warning.getByRole('button', { name: 'Stay' }).click();
  await warning.waitFor({ state: 'hidden' });
  await soon(() => page.getByRole('button', { name: 'Done' }).getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('I have stored it').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Scale at the station' }).waitFor();
  await soon(() => page.content()).not.toContain(raw.slice(20, 60));
});

test('a key is disabled and enabled by keyboard, with effect on the next request', async () => {
  const { raw } = await createKey('Scale at the station');
  await page.goto('/keys');
  const enabled = page.getByRole('switch', { name: 'Scale at the station is switched on' });
  expect(await statusFor(raw)).toBe(200);
  await enabled.focus();
  await page.keyboard.press('Space');
  await statusMessage('Scale at the station is switched off.').waitFor();
  expect([await enabled.getAttribute('aria-checked'), await statusFor(raw)]).toEqual(['false', 401]);
  await page.keyboard.press('Space');
  await statusMessage('Scale at the station is switched on.').waitFor();
  expect(await statusFor(raw)).toBe(200);
});

test('on the page of a key, its use is shown, and the key can be renamed and replaced; the old key then works for one more hour', async () => {
  await createKey('Of another device');
  const { id, raw } = await createKey('Scale at the station');
  expect([await statusFor(raw), await statusFor(raw)]).toEqual([200, 200]);
  // The service stores uses of keys with a delay.
  await soon(async () => {
    const { uses } = await ask<{ uses: { count: number }[] }>(
      'query ($id: ID!) { uses: apiKeyUsage(id: $id, days: 30) { count } }',
      { id },
    );
    return uses.reduce((sum, { count }) => sum + count, 0);
  }).toBe(2);
  await page.goto('/keys');
  await page.getByRole('link', { name: 'Scale at the station' }).click();
  await page.getByText('2 requests in the last 30 days').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Scale');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByRole('heading', { name: 'Scale', exact: true }).waitFor();
  // Regression: the focus was lost when the form was replaced.
  await page.getByRole('button', { name: 'Save name' }).and(page.locator(':focus')).waitFor();

  // Regression: if the page could not reload its data, the error replaced the new key, which is shown only once.
  const refused = { status: 429, json: { error: { code: 'rate_limited', message: 'Later.' } } };
  let refusals = 0;
  await page.route('**/graphql', (route) => {
    if ((route.request().postData() ?? '').includes('mutation')) return route.fallback();
    refusals += 1;
    return route.fulfill(refused);
  });
  await page.getByRole('radio', { name: 'for 1 hour' }).check();
  await page.getByRole('button', { name: 'Replace key' }).click();
  await page.getByRole('heading', { name: 'Store the key now' }).and(page.locator(':focus')).waitFor();
  const successor = await page.getByTestId('raw-key').innerText();
  expect([await statusFor(raw), await statusFor(successor)]).toEqual([200, 200]);
  await soon(async () => refusals).toBeGreaterThan(0);
  await soon(() => page.getByRole('button', { name: 'Replace key' }).getAttribute('aria-disabled')).toBeNull();
  expect(await page.getByTestId('raw-key').innerText()).toBe(successor);
  await page.unroute('**/graphql');
  await page.getByLabel('I have stored it').check();
  await page.getByRole('button', { name: 'Done' }).click();
  // Regression: the two keys of a rotation were separate entries of the list, and the number of keys did not match the
  // list.
  const chain = page
    .getByRole('list', { name: 'Keys', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Scale' });
  await chain
    .first()
    .getByRole('list', { name: 'Keys that Scale replaced' })
    .getByText(/replaced, works until/)
    .waitFor();
  await page.getByText(/^2 of \d+ keys, and 1 replaced key that still works$/).waitFor();
  await checkLayouts(page, 'keys-rotated');
});

test('a revocation is permanent, and its dialog focuses Cancel and offers to revoke the replaced key, too', async () => {
  await createKey('Of another device');
  const replaced = await createKey('Scale');
  const { raw } = await replaceKey(replaced);
  await page.goto('/keys');
  const keyList = page.getByRole('list', { name: 'Keys', exact: true });
  await keyList.getByRole('link', { name: 'Scale', exact: true }).first().click();
  await page.getByText('Replaces', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke Scale?' });
  await question.waitFor();
  await question.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect(await statusFor(raw)).toBe(200);
  await page.getByRole('button', { name: 'Revoke key' }).click();
  const also = question.getByRole('checkbox', { name: 'Also revoke the key that it replaced' });
  await soon(() => also.isChecked()).toBe(true);
  await checkLayouts(page, 'key-revoke');
  await question.getByRole('button', { name: 'Revoke key' }).click();
  await statusMessage('Scale is revoked.').waitFor();
  expect([await statusFor(raw), await statusFor(replaced.raw)]).toEqual([401, 401]);
  await page.getByText(/^1 of \d+ keys$/).waitFor();
  await page.getByText('2 revoked keys').click();
  await page
    .getByRole('list', { name: 'Revoked keys', exact: true })
    .getByText('revoked', { exact: true })
    .first()
    .waitFor();
});

// Regression: users who left the page before the response never saw the created key.
test('the user cannot leave the page until the key is created', async () => {
  await page.goto('/keys/new');
  await page.getByLabel('Name', { exact: true }).fill('Waited for');
  const response = await delayRequests(page, (request) => (request.postData() ?? '').includes('mutation CreateKey'));
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await statusMessage('The key is being created.').waitFor();
  await response();
  expect(await page.getByTestId('raw-key').innerText()).toMatch(/^qb_live_/);
  await page.getByLabel('I have stored it').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Waited for' }).waitFor();
});

test('after ten keys in one hour, the page explains why no more keys can be created', async () => {
  while ((await anotherKey()).ok());
  await page.goto('/keys/new');
  await page.getByText(/You have created 10 keys in the last hour/).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('One more');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page
    .getByRole('alert')
    .getByText(/An account can create 10 keys in 60 minutes/)
    .waitFor();
});

test('the pages of keys fit every width and are accessible in both themes', async () => {
  await replaceKey(await createKey('Scale'));
  const { id } = await createKey('Revoked');
  await ask('mutation ($id: ID!) { revokeApiKey(id: $id) { id } }', { id });
  // At the limit of new keys, the form also explains the limit.
  while ((await anotherKey()).ok());
  for (const path of ['/keys', '/keys/new']) {
    await page.goto(path);
    await checkLayouts(page, `keys${path.replaceAll('/', '-')}`);
  }
  await page.goto('/keys');
  await page.getByRole('list', { name: 'Keys', exact: true }).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Revoke' }).waitFor();
  await checkLayouts(page, 'key');
});
