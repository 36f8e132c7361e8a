import { test } from '@jest/globals';
import { accessibilityFaults, checkLayouts, soon } from './browser.js';
import { ask, page, restorePage, withPage } from './setup.js';

withPage();
restorePage();

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
/** Whether the open panel of saved filters or plans is within the window and not behind the navigation. */
const panelIsInView = () =>
  page.evaluate(`{
    const { left, right } = document.querySelector('main [aria-expanded=true] + div').getBoundingClientRect();
    left >= document.querySelector('main').getBoundingClientRect().left && right <= innerWidth;
  }`);

test('filters and sort order of the list of queens can be saved, applied, replaced and deleted, and a deletion can be undone', async () => {
  await page.goto('/queens');
  await button('Saved filters').click();
  await page.getByText('Choose filters or a sort order').waitFor();
  await page.goto('/queens?generation=F1&race=Carnica&sort=EXTERNAL_ID&descending=true');
  await button('Saved filters').click();
  await page.getByLabel('Save these filters as').fill('Carnica daughters');
  await button('Save').click();
  await page.getByText('Carnica daughters is saved.').waitFor();

  await page.goto('/queens?from=2020');
  await button('Saved filters').click();
  await checkLayouts(page, 'saved-filters', [1280]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await link('Carnica daughters').click();
  await page.waitForURL('**/queens?generation=F1&race=Carnica&sort=EXTERNAL_ID&descending=true');
  await page.locator('a[aria-current=page]', { hasText: 'Carnica daughters' }).waitFor();

  await page.goto('/queens?from=2021');
  await button('Saved filters').click();
  await page.getByLabel('Save these filters as').fill('Carnica daughters');
  await button('Save').click();
  await page.locator('a[aria-current=page]', { hasText: 'Carnica daughters' }).waitFor();

  await button('Delete Carnica daughters').click();
  await page.getByText('Carnica daughters is deleted.').waitFor();
  await link('Carnica daughters').waitFor({ state: 'detached' });
  await button('Undo').click();
  await link('Carnica daughters').waitFor();
  await soon(() => accessibilityFaults(page)).toEqual([]);
});

test('on a phone, the saved filters are in the dialog of the filters', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/queens?race=Carnica');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByText('Saved filters').click();
  await page.getByLabel('Save these filters as').fill('On the phone');
  await button('Save').click();
  await link('On the phone').waitFor();
  await soon(() => accessibilityFaults(page)).toEqual([]);
});

test('a mating plan can be saved and opened again', async () => {
  const { queens } = await ask<{ queens: { nodes: { id: string }[] } }>(
    '{ queens(first: 2, filter: { generation: F0 }) { nodes { id } } }',
  );
  const [queen, mate] = queens.nodes.map(({ id }) => id);
  const plan = `/mating?queen=${queen}&candidates=chosen&with=${mate}&maxF=6`;
  await page.goto(plan);
  await button('Saved plans').click();
  await page.getByLabel('Save this plan as').fill('Island 2027');
  await button('Save').click();
  await page.getByText('Island 2027 is saved.').waitFor();
  await page.goto('/mating');
  await button('Saved plans').click();
  await checkLayouts(page, 'saved-plans', [360, 1280]);
  // Regression: at these widths, a part of the panel was outside the window.
  for (const width of [320, 720]) {
    await page.setViewportSize({ width, height: 640 });
    await soon(() => panelIsInView()).toBe(true);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await link('Island 2027').click();
  await page.waitForURL(`**${plan}`);
  await button('Print').waitFor();
});
