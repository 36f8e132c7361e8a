import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Request } from 'playwright-core';
import {
  accessibilityFaults,
  cutWords,
  endSessionAt,
  enter,
  checkLayouts,
  delayRequests,
  openPage,
  picture,
  soon,
} from './browser.js';
import { browser, page, server, watched, withPage } from './setup.js';

withPage();
beforeEach(() => page.setViewportSize({ width: 1280, height: 800 }));
// If a test fails, its routes must not affect the next test.
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

/** Checks the page at every width and in both themes. */
async function expectSound(name: string, widths?: number[]): Promise<void> {
  await checkLayouts(page, name, widths);
  expect(watched.faults).toEqual([]);
}

interface Created {
  id: string;
  queen_name: string;
}
async function make(members: Record<string, unknown>): Promise<Created> {
  const options = { data: { generation: 'F0', ...members }, headers: { Origin: server.url } };
  const response = await page.request.post('/api/v1/queens', options);
  expect([response.status(), await response.text()]).toEqual([201, expect.any(String)]);
  return (await response.json()).data;
}
const stored = async (id: string) => (await (await page.request.get(`/api/v1/queens/${id}`)).json()).data;
const change = (id: string, data: object) =>
  page.request.put(`/api/v1/queens/${id}`, { data, headers: { Origin: server.url } });

const link = (name: string) => page.getByRole('link', { name, exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const table = () => page.getByRole('table', { name: 'Queens' });

test('the list is searched while the user types, is filtered and sorted, and is restored by going back', async () => {
  await page.goto('/queens');
  await page.getByText(/^2,\d\d\d queens$/).waitFor();
  await expectSound('queens');

  await page.setViewportSize({ width: 1280, height: 800 });
  await table().locator('tbody a').first().waitFor();
  await soon(() => cutWords(table().locator('td span'))).toEqual([]);
  await link('F1').click();
  await page.waitForURL('**/queens?generation=F1');
  await link('All').click();
  await page.getByLabel('Name or number').fill('anna 07');
  await page.waitForURL(/search=anna/);
  await page.getByLabel('Born from').selectOption('2007');
  await button('Number').click();
  await page.locator('th[aria-sort=ascending]', { hasText: 'Number' }).waitFor();
  await button('Number').click();
  await page.waitForURL(/sort=EXTERNAL_ID&descending=true/);
  const address = page.url();
  await page.locator('th[aria-sort=descending]', { hasText: 'Number' }).waitFor();
  const rows = table().locator('tbody a[href^="/queens/"]');
  await rows
    .filter({ hasText: /^Anna 07/ })
    .first()
    .waitFor();
  await page.locator('table[aria-busy="false"]').waitFor();
  const name = (await rows.first().textContent())!;
  await rows.first().click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.goBack();
  await link(name).first().waitFor();
  expect(page.url()).toBe(address);

  const csv = await page.getByRole('link', { name: 'CSV file' }).getAttribute('href');
  expect(csv).toBe('/api/queens/all.csv?search=anna+07&born_from=2007&sort=-external_id');
  const lines = (await (await page.request.get(csv!)).text()).trim().split('\r\n');
  await page.getByText(`${lines.length - 1} queens`, { exact: true }).waitFor();

  await page.getByLabel('Name or number').fill('no queen is called so');
  await page.getByText('No queen matches').waitFor();
  await button('Clear the filters').click();
  await page.getByText(/^2,\d\d\d queens$/).waitFor();
  await soon(() => page.getByLabel('Name or number').inputValue()).toBe('');
});

test('living queens are listed first, starting with the youngest', async () => {
  const year = new Date().getFullYear();
  const created = [
    await make({ queen_name: 'Order 3', birth_date: `${year}`, life_status: 'dead' }),
    await make({ queen_name: 'Order 1', birth_date: `${year - 1}`, life_status: 'testing' }),
    await make({ queen_name: 'Order 13', birth_date: `${year}`, life_status: 'testing' }),
    await make({ queen_name: 'Order 3b', birth_date: `${year}`, life_status: 'production' }),
  ];
  await page.goto('/queens?search=order');
  const names = () => table().locator('tbody td:nth-child(2) a').allTextContents();
  await soon(names).toEqual(['Order 3b', 'Order 13', 'Order 1', 'Order 3']);
  for (const { id } of created) {
    await page.request.delete(`/api/v1/queens/${id}`, { headers: { Origin: server.url } });
  }
});

// Regression: the table and its headers disappeared until the new rows arrived.
test('while rows in a new order are loading, the previous rows and the focus remain', async () => {
  await page.goto('/queens');
  await table().getByRole('row').nth(3).waitFor();
  const open = await delayRequests(page, (request) => request.url().endsWith('/graphql'));
  await button('Born').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/sort=DATE_OF_BIRTH/);
  await page.locator('table[aria-busy="true"] tbody tr').nth(3).waitFor();
  await open();
  await page.locator('table[aria-busy="false"] th[aria-sort=ascending]', { hasText: 'Born' }).waitFor();
  await button('Born').and(page.locator(':focus')).waitFor();
});

test('a click anywhere in a row opens the queen, in another tab with Ctrl or the middle button', async () => {
  await page.goto('/queens?search=anna');
  const row = table().locator('tr[aria-rowindex="3"]');
  const name = (await row.getByRole('link').first().textContent())!;
  const born = row.locator('td').nth(4);
  for (const options of [{ modifiers: ['Control' as const] }, { button: 'middle' as const }]) {
    const [other] = await Promise.all([page.context().waitForEvent('page'), born.click(options)]);
    await other.getByRole('heading', { level: 1, name }).waitFor();
    await other.close();
  }
  expect(page.url()).toContain('search=anna');
  // A link to another queen in the row must still work.
  const mother = row.locator('td').nth(7).getByRole('link');
  const address = await mother.getAttribute('href');
  await mother.click();
  await page.waitForURL(`**${address}`);
  await page.goBack();
  await born.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
});

// Regression: the row with the focus disappeared, and the next Tab started at the top of the page.
test('a row that is scrolled out of view does not lose the focus', async () => {
  await page.goto('/queens');
  const scroller = page.getByRole('region', { name: 'Queens' });
  const numbers = () =>
    table()
      .locator('tbody tr[aria-rowindex]')
      .evaluateAll((rows) =>
        (rows as unknown as { ariaRowIndex: string }[]).map(({ ariaRowIndex }) => Number(ariaRowIndex)),
      );
  const scrollTo = (top: number) => scroller.evaluate((list, to) => (list.scrollTop = to), top);
  const height = () => scroller.evaluate((list) => list.scrollHeight);
  await table().getByRole('row').nth(3).waitFor();
  const before = await height();
  await scrollTo(44 * 300);
  await soon(numbers).toContain(302);
  const focused = table().locator('tr[aria-rowindex="302"] a').first();
  const name = (await focused.textContent())!;
  await focused.focus();
  for (const place of [1500, 20, 1500]) {
    await scrollTo(44 * place);
    await soon(numbers).toContain(place + 2);
    await table()
      .locator(`tr[aria-rowindex="${place + 2}"] a`)
      .first()
      .waitFor();
    await link(name).and(page.locator(':focus')).waitFor();
    expect(await height()).toBe(before);
    expect((await numbers()).length).toBeLessThan(80);
  }
  await page.keyboard.press('Tab');
  await table().locator('tr[aria-rowindex="302"] :focus, tr[aria-rowindex="303"] :focus').waitFor();
  await soon(numbers).toContain(310);
  await button('Born').focus();
  await scrollTo(44 * 1500);
  await focused.waitFor({ state: 'detached' });
});

test('chosen columns are stored on the device', async () => {
  await page.goto('/queens');
  await button('Columns').click();
  await page.getByLabel('Line').check();
  await page.getByLabel('Race', { exact: true }).last().uncheck();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('columnheader', { name: 'Line' }).waitFor();
  await soon(() => page.getByRole('columnheader', { name: 'Race' }).count()).toBe(0);
  await page.evaluate('localStorage.clear()');
});

test('on a phone, filters are in a dialog, and the number of active filters is shown', async () => {
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto('/queens');
  await button('Filters').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Race').selectOption('C');
  await sheet.getByLabel('Born until').selectOption('2006');
  await sheet.getByLabel('Sort by').selectOption('NAME');
  await sheet.getByLabel('Sort order', { exact: true }).selectOption('down');
  await page.waitForURL(/race=C.*to=2006|to=2006.*race=C/);
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await picture(page, 'queens-sheet');
  await sheet.getByRole('button', { name: /^Show \d+ queens$/ }).click();
  await button('Filters (2)').waitFor();
  const second = table().locator('tbody tr[aria-rowindex="2"]');
  await soon(async () => (await second.boundingBox())!.height).toBe(64);
  // Regression: without a sort field, the inbreeding was shown, and the date of birth was cut off.
  expect(await second.innerText()).not.toContain('Inbreeding');
  // For a page that is not in the bar, "More" is marked as current.
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]');
  await soon(() => current.allInnerTexts()).toEqual(['Queens']);
  await page.goto('/keys');
  await current.filter({ hasText: 'More' }).waitFor();

  const polish = { name: 'queenbook_language', value: 'pl', url: server.url };
  await page.context().addCookies([polish]);
  await page.goto('/queens');
  await link('Wszystkie').waitFor();
  const cut = await cutWords(link('Wszystkie'));
  // Selects English again for the next tests.
  await page.context().addCookies([{ ...polish, value: 'en' }]);
  expect(cut).toEqual([]);
});

test('a queen is created by keyboard alone, and each error of the server links to its field', async () => {
  const mother = await make({ queen_name: 'Keyboard mother', birth_date: '2021' });
  await page.goto('/queens?generation=F1');
  await link('New queen').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('F1, production').waitFor();
  await soon(() => page.getByLabel('F1, production').isChecked()).toBe(true);
  await page.getByLabel('Name', { exact: false }).first().focus();
  await page.keyboard.type('Keyboard daughter');
  await page.getByLabel('Born').focus();
  await page.keyboard.type('31.02.2023');
  await page.getByText('There is no such day.').waitFor();
  await page.keyboard.press('Enter');
  const summary = page.getByRole('alert');
  await summary.getByRole('link', { name: /^Born: / }).waitFor();
  await summary.getByRole('link', { name: /^Dam/ }).waitFor();
  await expectSound('new-queen');
  await summary.getByRole('link', { name: /^Born: / }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('12.07.2023');
  await page.getByText('Jul 12, 2023').waitFor();
  await page.getByRole('combobox', { name: /^Dam/ }).focus();
  await page.keyboard.type('keyboard mo');
  await page.getByRole('option', { name: /Keyboard mother/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText('The mating of her dam is not known').waitFor();
  await button('Save').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Keyboard daughter' }).waitFor();
  const id = page.url().split('/').at(-1)!;
  expect(await stored(id)).toMatchObject({ generation: 'F1', mother_id: mother.id, birth_date: '2023-07-12' });
});

test('only changed fields of a queen are written, and leaving with unsaved changes needs a confirmation', async () => {
  // A very long identifier without spaces, which cannot wrap.
  const mate = await make({ queen_name: 'Chosen mate', external_id: `DE-${'1234567890'.repeat(4)}` });
  const { id } = await make({ external_id: 'ED-1', external_identifiers: [{ system: 'tello', value: 'T 1' }] });
  await page.goto(`/queens/${id}/edit?matedTo=${mate.id}`);
  await page.getByRole('heading', { name: 'Edit ED-1' }).waitFor();
  await page.getByRole('combobox', { name: /^Mated to/ }).waitFor();
  await soon(() => page.getByRole('combobox', { name: /^Mated to/ }).inputValue()).toBe('Chosen mate');
  await page.getByLabel('Type of mating').selectOption('island_station');
  await page.getByText('If you leave this field empty, breeding values are computed with 8.').waitFor();
  await button('Add a number').click();
  await page.getByLabel('System').last().fill('registry');
  await page.getByLabel('Number', { exact: true }).last().fill('R 9');
  await expectSound('edit-queen', [360, 1440]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Queens' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await page.keyboard.press('Escape');
  await button('Save').click();
  await page.waitForURL(`**/queens/${id}`);
  expect(await stored(id)).toMatchObject({
    queen_name: 'ED-1',
    mated_to_id: mate.id,
    mating_type: 'island_station',
    external_identifiers: [
      { system: 'registry', value: 'R 9' },
      { system: 'tello', value: 'T 1' },
    ],
  });
});

// Regression: the page asked whether to discard changes, and saving another field also wrote the notes.
test('notes with the line breaks of other programs are not an unsaved change', async () => {
  const { id } = await make({ queen_name: 'With lines', notes: 'First line\r\nSecond line' });
  await page.goto(`/queens/${id}/edit`);
  await soon(() => page.getByLabel('Notes').inputValue()).toBe('First line\nSecond line');
  await page.getByLabel('Marking').fill('blue 7');
  await button('Save').click();
  await page.waitForURL(`**/queens/${id}`);
  expect(await stored(id)).toMatchObject({ marking: 'blue 7', notes: 'First line\r\nSecond line' });
  await page.goto(`/queens/${id}/edit`);
  await link('Cancel').click();
  await page.waitForURL(`**/queens/${id}`);
});

const main = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const isWriting = (request: Request) => request.method() !== 'GET' && request.url().includes('/api/v1/queens');

// Regression: a warning about unsaved changes appeared during saving, and the response later opened the queen's page.
test('leaving while a queen is being saved needs no confirmation, and the response does not change the new page', async () => {
  for (const [path, name] of [
    ['/queens/new', 'Saved slowly'],
    [`/queens/${(await make({ queen_name: 'Edited' })).id}/edit`, 'Edited slowly'],
  ] as const) {
    await page.goto(path);
    await page.getByLabel('Name', { exact: false }).first().fill(name);
    const response = await delayRequests(page, isWriting);
    await Promise.all([page.waitForRequest(isWriting), button('Save').click()]);
    await main('Apiaries').click();
    await page.getByRole('heading', { level: 1, name: 'Apiaries' }).waitFor();
    await response();
    await page.getByText(/ is saved\.$/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/apiaries');
  }
});

// Regression: the button moved by the height of a hint when the pickers loaded, and a click at that moment was lost.
test('the button Save does not move when the queen pickers load during a click', async () => {
  const load = await delayRequests(page, (request) => request.url().includes('/queen-box'));
  await page.goto('/queens/new');
  await page.getByLabel('Name', { exact: false }).first().fill('Clicked once');
  expect(await page.getByRole('combobox', { name: /^Dam/ }).count()).toBe(0);
  await button('Save').hover();
  await page.mouse.down();
  await load();
  await page.getByRole('combobox', { name: /^Dam/ }).waitFor();
  await page.mouse.up();
  await page.getByRole('heading', { level: 1, name: 'Clicked once' }).waitFor();
});

// Regression: input after a click on Save was not sent, and was lost when the form closed.
test('a form is read-only while it is being saved, and editable again after an error', async () => {
  const { id } = await make({ queen_name: 'Held still', generation: 'F0' });
  await page.goto(`/queens/${id}/edit`);
  await page.getByLabel('Born').fill('31.02.2023');
  const response = await delayRequests(page, isWriting);
  await button('Save').click();
  const race = page.getByLabel('Race');
  await race.focus();
  await page.keyboard.type('late');
  const select = page.locator('main form select').first();
  const before = await select.inputValue();
  await select.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  expect([await race.inputValue(), await select.inputValue()]).toEqual(['', before]);
  await response();
  await page.getByRole('alert').waitFor();
  await race.fill('C');
  await page.getByLabel('Born').fill('01.02.2023');
  await button('Save').click();
  await page.waitForURL(`**/queens/${id}`);
  expect(await stored(id)).toMatchObject({ race: 'C' });
});

test('an error is shown even if the user has left the page while the queen was being saved', async () => {
  await page.goto('/queens/new');
  await page.getByLabel('Born').fill('31.02.2023');
  const response = await delayRequests(page, isWriting);
  // Before the request is sent, a click on the link would open the question whether to leave without saving.
  await Promise.all([page.waitForRequest(isWriting), button('Save').click()]);
  await main('Apiaries').click();
  await page.getByRole('heading', { level: 1, name: 'Apiaries' }).waitFor();
  await response();
  await page.getByText('Your last change was not saved').waitFor();
});

// Regression: saving before a queen picker had loaded removed its value.
test('a mating that contradicts another mating is rejected at its field, with a message about both matings', async () => {
  const sara = await make({ queen_name: 'Sara' });
  const mona = await make({ queen_name: 'Mona', mated_to_id: sara.id });
  await page.goto(`/queens/${sara.id}/edit?matedTo=${mona.id}`);
  await page.getByRole('heading', { name: 'Edit Sara' }).waitFor();
  await button('Save').click();
  const words =
    /daughters of Sara would be their own ancestors: according to other matings, Mona or her daughters descend/;
  await page.getByRole('alert').getByRole('link', { name: words }).waitFor();
  const field = page.getByRole('combobox', { name: /^Mated to/, description: words });
  await field.waitFor();
  await soon(() => field.getAttribute('aria-invalid')).toBe('true');
  await expectSound('refused-mating', [360, 1440]);
  expect((await stored(sara.id)).mated_to_id).toBeNull();
});

test('if another user has changed the same queen, both versions are shown', async () => {
  const { id } = await make({ queen_name: 'Fought over', race: 'C', line: 'first' });
  await page.goto(`/queens/${id}/edit`);
  await page.getByLabel('Race').fill('mine');
  expect((await change(id, { race: 'theirs', line: 'second' })).status()).toBe(200);
  await page.getByLabel('Marking').fill('17');
  await button('Save').click();
  const dialog = page.getByRole('dialog', { name: 'Her record was changed in the meantime' });
  await dialog.getByText('second').waitFor();
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await picture(page, 'conflict');
  await dialog.getByLabel('Yours: mine').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(`**/queens/${id}`);
  expect(await stored(id)).toMatchObject({ race: 'mine', line: 'second', marking: '17' });
});

test('a deletion needs one confirmation; if other rows prevent it, links to these rows are shown', async () => {
  const mother = await make({ queen_name: 'Not to be deleted' });
  const daughter = await make({ queen_name: 'In the way', mother_id: mother.id });
  await page.goto(`/queens/${mother.id}/edit`);
  await button('Delete this queen').click();
  const question = page.getByRole('dialog', { name: 'Delete this queen?' });
  await question.getByText('Not to be deleted').first().waitFor();
  await soon(() => page.evaluate('document.activeElement.textContent')).toBe('Cancel');
  await question.getByRole('button', { name: 'Delete Not to be deleted' }).click();
  const refusal = page.getByRole('dialog', { name: 'She cannot be deleted yet' });
  await refusal.getByRole('button', { name: 'Close' }).and(page.locator(':focus')).waitFor();
  await refusal.getByRole('heading', { name: '1 daughter' }).waitFor();
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await picture(page, 'delete-refused');
  await refusal.getByRole('link', { name: 'In the way' }).click();
  await page.waitForURL(`**/queens/${daughter.id}`);
  await page.goto('/queens/new');
  await page.goto(`/queens/${daughter.id}/edit`);
  await button('Delete this queen').click();
  await button('Delete In the way').click();
  await page.getByText('In the way is deleted.').waitFor();
  await page.waitForURL('**/queens');
  // Going back must not open the form of the deleted queen, and no retry is offered.
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'New queen' }).waitFor();
  await page.goto(`/queens/${daughter.id}/edit`);
  await page.getByRole('alert').waitFor();
  await soon(() => button('Try again').count()).toBe(0);
  expect((await page.request.get(`/api/v1/queens/${daughter.id}`)).status()).toBe(404);
});

// Regression: Cancel closed the dialog, although it could not stop the deletion.
test('a running deletion cannot be cancelled', async () => {
  const { id } = await make({ queen_name: 'Going' });
  await page.goto(`/queens/${id}/edit`);
  await button('Delete this queen').click();
  const question = page.getByRole('dialog', { name: 'Delete this queen?' });
  const response = await delayRequests(page, isWriting);
  await button('Delete Going').click();
  await question.getByRole('button', { name: 'Cancel' }).click({ force: true });
  await page.keyboard.press('Escape');
  expect(await question.isVisible()).toBe(true);
  await response();
  await page.getByText('Going is deleted.').waitFor();
});

test('two records of one queen are merged after a preview', async () => {
  const kept = await make({ external_id: 'ME-1', race: 'C', birth_date: '2022' });
  const other = await make({ queen_name: 'Merged', race: 'Carnica', birth_date: '2022-06-01' });
  await make({ queen_name: 'Daughter of the other', mother_id: other.id });
  await page.goto(`/queens/${other.id}/merge?other=${kept.id}`);
  await page.getByRole('heading', { name: 'What merging would do' }).waitFor();
  await button('Keep ME-1 instead').click();
  await page.waitForURL(`**/queens/${kept.id}/merge?other=${other.id}`);
  await page.getByText('1 daughter').waitFor();
  await page.getByRole('row', { name: /Race C Carnica/ }).waitFor();
  await expectSound('merge', [360, 1440]);
  await button('Merge Merged into ME-1').click();
  await page.waitForURL(`**/queens/${kept.id}`);
  expect(await stored(kept.id)).toMatchObject({ queen_name: 'Merged', external_id: 'ME-1', birth_date: '2022-06-01' });
  expect((await page.request.get(`/api/v1/queens/${other.id}`)).status()).toBe(404);
});

// Regression: the buttons and obstacles with the names of the queens were wider than the page.
test('the page of a merge wraps long names without spaces', async () => {
  const kept = await make({ queen_name: 'K'.repeat(70) });
  const daughter = await make({ queen_name: 'D'.repeat(70), mother_id: kept.id });
  const other = await make({ queen_name: 'O'.repeat(70) });
  for (const { id } of [daughter, other]) {
    await page.goto(`/queens/${kept.id}/merge?other=${id}`);
    await page
      .getByText('The records cannot be merged yet')
      .or(button(/^Merge O/))
      .first()
      .waitFor();
    await expectSound('merge-long-names', [360]);
  }
});

// Regression: each choice recreated the field, which lost the focus and further input.
test('the record to merge can be found by keyboard, and replaced by another record', async () => {
  const kept = await make({ queen_name: 'Kept by keys' });
  const others = [await make({ queen_name: 'Twin one' }), await make({ queen_name: 'Twin two' })];
  await page.goto(`/queens/${kept.id}/merge`);
  const box = page.getByRole('combobox', { name: 'The other record' });
  await box.focus();
  for (const [at, name] of ['Twin one', 'Twin two'].entries()) {
    await page.keyboard.press('Control+a');
    await page.keyboard.type(name, { delay: 30 });
    await page.getByRole('option', { name: new RegExp(name) }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/merge?other=${others[at]!.id}`);
    await button(`Merge ${name} into Kept by keys`).waitFor();
    await box.and(page.locator(':focus')).waitFor();
  }
  await button('Keep Twin two instead').click();
  await page.waitForURL(`**/queens/${others[1]!.id}/merge?other=${kept.id}`);
  await soon(() => box.inputValue()).toBe('Kept by keys');
});

// Regression: both dialogs reported the missing session, but offered no sign-in.
test('if the session has ended, deletion and merge continue after a new sign-in', async () => {
  const [kept, merged, gone] = [
    await make({ queen_name: 'Kept' }),
    await make({ queen_name: 'Merged away' }),
    await make({ queen_name: 'Deleted' }),
  ];
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  async function confirm(name: string): Promise<void> {
    await endSessionAt(page, (request) => isWriting(request) || (request.postData() ?? '').includes('mutation'));
    await button(name).click();
    await again.getByLabel('Password').fill(server.demo.password);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.waitFor({ state: 'detached' });
    await button(name).click();
  }
  await page.goto(`/queens/${kept.id}/merge?other=${merged.id}`);
  await confirm('Merge Merged away into Kept');
  await page.getByText('The two records are merged: Kept.').waitFor();
  await page.goto(`/queens/${gone.id}/edit`);
  await button('Delete this queen').click();
  await confirm('Delete Deleted');
  await page.getByText('Deleted is deleted.').waitFor();
});

test('an empty account shows the first steps', async () => {
  const { page: empty, faults } = await openPage(browser, server.url);
  const account = { email: 'new@bees.example', password: 'a password of her own' };
  const options = { data: { name: 'New', ...account }, headers: { Origin: server.url } };
  expect((await empty.request.post('/api/accounts', options)).ok()).toBe(true);
  await enter(empty, server.url, account);
  await empty.goto('/queens');
  await empty.getByRole('link', { name: 'Start with a file or with sample data' }).click();
  await empty.waitForURL('**/start');
  expect(faults).toEqual([]);
});

test('the list shows breeding values and last evaluations, and can be sorted and filtered by them', async () => {
  await page.goto('/queens');
  await button('Columns').click();
  const choice = (group: string, name: string) =>
    page.getByRole('group', { name: group, exact: true }).getByLabel(name, { exact: true });
  for (const name of ['Index', 'Honey', 'Inbreeding']) await choice('Breeding values', name).check();
  for (const name of ['Year', 'Gentleness']) await choice('Last evaluation', name).check();
  for (const name of ['Race', 'Marking', 'Dam']) await choice('Queen', name).uncheck();
  await picture(page, 'queens-columns');
  await page.keyboard.press('Escape');
  await page.getByText(/^Values (computed here on|of) /).waitFor();

  // The largest values are first.
  await button('Index').click();
  await page.waitForURL(/sort=INDEX&descending=true/);
  const numbers = async (column: string) => {
    await page.locator('table[aria-busy="false"]').waitFor();
    const headers = await table().locator('thead th').allTextContents();
    const cells = await table()
      .locator(`tbody td:nth-child(${headers.indexOf(column) + 1})`)
      .allInnerTexts();
    return cells.map((text) => parseFloat(text));
  };
  const first = async (column: string) => (await numbers(column)).slice(0, 10);
  await soon(async () => (await first('Index')).filter((value) => value > 100)).toHaveLength(10);
  const index = await first('Index');
  expect(index).toEqual([...index].sort((a, b) => b - a));
  await expectSound('queens-values');

  await button('Evaluation: Gentleness').click();
  await page.waitForURL(/sort=SCORE_GENTLENESS&descending=true/);
  await soon(() => first('Evaluation: Gentleness')).toEqual(Array(10).fill(4));

  await button('Values and evaluations').click();
  await page.getByRole('group', { name: 'Minimum breeding values' }).getByLabel('Honey').fill('105,5');
  await page
    .getByRole('group', { name: 'Minimum results of the last evaluation' })
    .getByLabel('Gentleness')
    .fill('3.5');
  await picture(page, 'queens-minima');
  await page.keyboard.press('Enter');
  await page.waitForURL(/minValues=honey%3A105.5/);
  await button('Values and evaluations (2)').waitFor();
  await soon(async () => (await numbers('Value: Honey')).filter((value) => value < 105.5)).toEqual([]);
  const csv = await page.getByRole('link', { name: 'CSV file' }).getAttribute('href');
  const lines = (await (await page.request.get(csv!)).text()).trim().split('\r\n');
  await page.getByText(new RegExp(`^${lines.length - 1} queens?$`)).waitFor();
  await page.evaluate('localStorage.clear()');
});

test('on a phone, several queens can be selected and changed', async () => {
  const { id } = await make({ queen_name: 'Pocket', life_status: 'testing' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/queens?search=pocket');
  await button('Select queens').click();
  await page.getByLabel('Select Pocket').check();
  await page.getByText('1 queen is selected.').waitFor();
  await expectSound('queens-selected', [360]);
  await button('Change').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New value').selectOption('sold');
  await dialog.getByRole('button', { name: 'Change 1 queen' }).click();
  await page.getByText('Status: 1 queen is changed.').waitFor();
  expect((await stored(id)).life_status).toBe('sold');
  await button('Stop selecting').click();
  await page.getByLabel('Select Pocket').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Pocket' }).click();
  await page.waitForURL(`**/queens/${id}`);
  await page.request.delete(`/api/v1/queens/${id}`, { headers: { Origin: server.url } });
});

// Regression: beside the checkboxes, names and numbers were cut.
test('on a phone, names are complete while queens are being selected, and rows do not overlap', async () => {
  const name = 'Königin mit dem sehr langen Namen vom Hochtal 26-1-1';
  const longNamed = [
    await make({ queen_name: name, external_id: 'DE-99-12345-67890-2024', life_status: 'production', race: 'Carnica' }),
    await make({ queen_name: 'Hochtal 2', life_status: 'testing' }),
  ];
  await page.goto('/queens?search=hochtal');
  const row = (index: number) => table().locator(`tbody tr[aria-rowindex="${index}"]`);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 740 });
    await button('Select queens').click();
    await page.getByLabel(`Select ${name}`).check();
    await soon(() => cutWords(table().locator('td, td span, td div'))).toEqual([]);
    await soon(async () => {
      const [first, second] = [(await row(2).boundingBox())!, (await row(3).boundingBox())!];
      return Math.max(first.height, second.height) > 64 && first.y + first.height <= second.y + 1;
    }).toBe(true);
    await picture(page, `queens-long-${width}`);
    await button('Stop selecting').click();
  }
  for (const { id } of longNamed)
    await page.request.delete(`/api/v1/queens/${id}`, { headers: { Origin: server.url } });
});

test('several queens are selected and changed, and Undo restores them', async () => {
  const created: Created[] = [];
  for (const name of ['Herd 1', 'Herd 2', 'Herd 3']) {
    created.push(await make({ queen_name: name, life_status: 'testing', line: name === 'Herd 2' ? 'Blue' : null }));
  }
  const hive = { data: { name: 'Hive of Herd 1', queen_id: created[0]!.id }, headers: { Origin: server.url } };
  const { data: placed } = await (await page.request.post('/api/v1/hives', hive)).json();
  const headOf = async () => (await (await page.request.get(`/api/v1/hives/${placed.id}`)).json()).data.queen_id;
  const all = (member: string) => Promise.all(created.map(async ({ id }) => (await stored(id))[member]));

  await page.goto('/queens?search=herd&sort=NAME');
  await page.getByLabel('Select Herd 1').check();
  await page.getByText('1 queen is selected.').waitFor();
  await button('Select all 3 queens of the list').click();
  await page.getByText('3 queens are selected.').waitFor();
  await page.getByLabel('Select Herd 3').uncheck();
  await expectSound('queens-selected', [768, 1440]);
  await button('Change').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New value').selectOption('dead');
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Change 2 queens' }).click();
  await page.getByText('Status: 2 queens are changed.').waitFor();
  expect(await all('life_status')).toEqual(['dead', 'dead', 'testing']);
  expect(await headOf()).toBeNull();
  await picture(page, 'queens-changed');
  await button('Undo').click();
  // Regression: the focus was lost with the button.
  await soon(() => page.locator(':focus').innerText()).toBe('Close');
  await page.getByText('Status: the change of 2 queens is undone.').waitFor();
  expect(await all('life_status')).toEqual(['testing', 'testing', 'testing']);
  expect(await headOf()).toBe(created[0]!.id);

  for (const name of ['Herd 1', 'Herd 2']) await page.getByLabel(`Select ${name}`).check();
  await button('Change').click();
  await dialog.getByLabel('Line').check();
  await dialog.getByLabel('New value').fill('Red');
  await picture(page, 'queens-change');
  await dialog.getByLabel('New value').press('Enter');
  await page.getByText('Line: 2 queens are changed.').waitFor();
  expect(await all('line')).toEqual(['Red', 'Red', null]);
  // If another user has changed one of the queens, Undo changes none of them.
  await change(created[1]!.id, { notes: 'Changed on another device' });
  await button('Undo').click();
  await page.getByRole('alert').waitFor();
  expect(await all('line')).toEqual(['Red', 'Red', null]);
  await page.request.delete(`/api/v1/hives/${placed.id}`, { headers: { Origin: server.url } });
  for (const { id } of created) await page.request.delete(`/api/v1/queens/${id}`, { headers: { Origin: server.url } });
});
