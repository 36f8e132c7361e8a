import { beforeEach, expect, test } from '@jest/globals';
import { checkLayouts, soon } from './browser.js';
import { ask, page, restorePage, withPage } from './setup.js';

interface Headed {
  id: string;
  name: string;
  queen: { id: string; name: string };
}

/** The apiary of the test, with two hives and their queens. */
let apiary: { id: string };
let one: Headed;
let other: Headed;
let tests = 0;

withPage();
beforeEach(async () => {
  tests += 1;
  const { createApiary } = await ask<{ createApiary: typeof apiary }>(
    'mutation ($name: String!) { createApiary(input: { name: $name }) { id } }',
    { name: `Move ${tests}` },
  );
  apiary = createApiary;
  const { createQueens } = await ask<{ createQueens: { id: string }[] }>(
    'mutation ($inputs: [QueenInput!]!) { createQueens(inputs: $inputs) { id } }',
    { inputs: ['Mira', 'Nele'].map((name) => ({ name: `${name} ${tests}`, generation: 'F0' })) },
  );
  const { createHives } = await ask<{ createHives: Headed[] }>(
    'mutation ($inputs: [HiveInput!]!) { createHives(inputs: $inputs) { id name queen { id name } } }',
    {
      inputs: createQueens.map(({ id }, index) => ({
        name: `M${tests}-${index + 1}`,
        apiaryId: apiary.id,
        queenId: id,
      })),
    },
  );
  [one, other] = createHives as [Headed, Headed];
});
restorePage();

const dialog = (name: string) => page.getByRole('dialog', { name });
const hivePart = () => page.locator('section#hive');
const empty = ({ id }: { id: string }) =>
  ask('mutation ($id: ID!) { updateHive(id: $id, input: { queenId: null }) { id } }', { id });
const headOf = async ({ id }: { id: string }) =>
  (await ask<{ hive: { queenId: string | null } }>('query ($id: ID!) { hive(id: $id) { queenId } }', { id })).hive
    .queenId;

test('on the page of a queen, she is exchanged with the queen of another hive, by keyboard', async () => {
  await page.goto(`/queens/${one.queen.id}`);
  await hivePart().getByRole('button', { name: 'Move her' }).focus();
  await page.keyboard.press('Enter');
  const form = dialog(`Move ${one.queen.name}`);
  await form.getByLabel('Apiary').and(page.locator(':focus')).waitFor();
  await form.getByLabel('Hive').waitFor();
  await page.keyboard.press('Tab');
  await form.getByLabel('Hive').and(page.locator(':focus')).waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('link', { name: 'Hive: is required' }).waitFor();
  await form.getByLabel('Hive').selectOption(other.id);
  const former = form.getByRole('group', { name: `Its queen ${other.queen.name}` });
  await soon(() => former.getByRole('radio', { name: `goes to hive ${one.name} in exchange` }).isChecked()).toBe(true);
  await checkLayouts(page, 'queen-move');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText('The queens are exchanged.').waitFor();
  await hivePart().getByText(`Hive ${other.name} at`).waitFor();
  expect([await headOf(one), await headOf(other)]).toEqual([other.queen.id, one.queen.id]);
});

test('if another user has changed the hive, no queen is moved, and the present queens are shown', async () => {
  await page.goto(`/queens/${one.queen.id}`);
  // Waits until the dialog has loaded the hives. If it loaded them after the change below, there would be no conflict.
  const hives = page.waitForResponse((response) => /HivesToMoveTo/.test(response.request().postData() ?? ''));
  await hivePart().getByRole('button', { name: 'Move her' }).click();
  const form = dialog(`Move ${one.queen.name}`);
  await hives;
  await form.getByLabel('Hive').selectOption(other.id);
  await empty(other);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('alert').getByText('One of the hives was changed in the meantime').waitFor();
  expect([await headOf(one), await headOf(other)]).toEqual([one.queen.id, null]);
  await form.getByRole('option', { name: `${other.name}: no queen` }).waitFor({ state: 'attached' });
  await form.getByRole('button', { name: 'Save' }).click();
  await hivePart().getByText(`Hive ${other.name} at`).waitFor();
  expect([await headOf(one), await headOf(other)]).toEqual([null, one.queen.id]);
});

test('a queen without a hive is assigned to a hive, and then removed from the hive', async () => {
  await empty(other);
  await page.goto(`/queens/${other.queen.id}`);
  await hivePart().getByRole('button', { name: 'Assign a hive' }).click();
  const form = dialog(`Assign a hive to ${other.queen.name}`);
  await form.getByLabel('Apiary').selectOption(apiary.id);
  await form.getByLabel('Hive').selectOption(other.id);
  await form.getByRole('button', { name: 'Save' }).click();
  await hivePart().getByText(`Hive ${other.name} at`).waitFor();
  await hivePart().getByRole('button', { name: 'Move her' }).click();
  await dialog(`Move ${other.queen.name}`).getByLabel('Hive').selectOption({ label: 'no hive' });
  await dialog(`Move ${other.queen.name}`).getByRole('button', { name: 'Save' }).click();
  await hivePart().getByText('She heads no hive.').waitFor();
  expect(await headOf(other)).toBe(null);
  await ask('mutation ($id: ID!) { updateQueen(id: $id, input: { status: sold }) { id } }', { id: other.queen.id });
  await page.reload();
  await hivePart().getByText('She heads no hive, because of her status.').waitFor();
  await soon(() => hivePart().getByRole('button').count()).toBe(0);
});

test('the form of a hive offers an exchange if the chosen queen heads another hive', async () => {
  await page.goto(`/apiaries/${apiary.id}`);
  await page.locator(`#hive-${one.id}`).getByRole('button', { name: 'Edit' }).click();
  const form = dialog('Edit hive');
  await form.getByRole('combobox', { name: 'Queen' }).fill(other.queen.name);
  await page.getByRole('option', { name: other.queen.name }).first().click();
  await form.getByRole('button', { name: 'Save' }).click();
  const exchange = form.getByRole('button', { name: `Exchange: ${one.queen.name} goes to hive ${other.name}` });
  await exchange.waitFor();
  await checkLayouts(page, 'hive-exchange');
  await exchange.click();
  await page.getByRole('status').getByText('The queens are exchanged.').waitFor();
  await form.waitFor({ state: 'detached' });
  await page.locator(`#hive-${other.id}`).getByRole('link', { name: one.queen.name }).waitFor();
  expect([await headOf(one), await headOf(other)]).toEqual([other.queen.id, one.queen.id]);
});
