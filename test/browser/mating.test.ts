import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { enter, checkLayouts, openPage, picture, soon } from './browser.js';
import { ask, browser, deleteComputedRuns, newestRun, page, restorePage, server, withPage } from './setup.js';

interface Named {
  id: string;
  name: string;
}

let mated: Named;
/** An unmated daughter of `mated`. */
let free: Named;
/** Another daughter of `mated`, for the test that records her mating. */
let toBeMated: Named;

withPage({ viewport: { width: 1440, height: 900 } });
restorePage();
beforeAll(async () => {
  const { queen } = await ask<{ queen: Named & { matedToId: string | null } }>(
    '{ queen: queenByExternalId(externalId: "DE-18-3-5-2024") { id name matedToId } }',
  );
  mated = queen;
  expect(queen.matedToId).not.toBeNull();
  ({ free, toBeMated } = await ask<{ free: Named; toBeMated: Named }>(
    `mutation ($mother: ID) {
      free: createQueen(input: { name: "Virgo", generation: F0, motherId: $mother }) { id name }
      toBeMated: createQueen(input: { name: "Nova", generation: F0, motherId: $mother }) { id name }
    }`,
    { mother: mated.id },
  ));
}, 240_000);

const table = () => page.getByRole('table', { name: 'Matings', exact: true });
const rows = () => table().locator('tbody tr');
const isFocused = (element: Locator) => element.and(page.locator(':focus')).isVisible();
const tooInbred = () => page.getByRole('table', { name: 'Matings above the limit of inbreeding' });

test('without a computed run, the plan shows inbreeding and a link to a new run', async () => {
  await deleteComputedRuns();
  await page.goto(`/mating?queen=${mated.id}`);
  await expect(page.getByText('No expected values yet').waitFor()).resolves.toBeUndefined();
  await rows().first().waitFor();
  await soon(() => rows().count()).toBe(20);
  await soon(() => rows().first().getByRole('cell').nth(2).innerText()).toMatch(/^\d+\.\d%/);
  // Regression: the plan could be sorted by index even if no pair had an index.
  const head = (name: string) => table().getByRole('columnheader', { name });
  await soon(() => head('F of the offspring').getAttribute('aria-sort')).toBe('ascending');
  expect(await head('Expected index').getAttribute('aria-sort')).toBeNull();
  expect(await head('Expected index').getByRole('button').count()).toBe(0);
  await checkLayouts(page, 'mating-no-values');
  await page.getByRole('link', { name: 'New run' }).click();
  await page.waitForURL('**/values/runs/new');
});

test('without a queen, the page explains the next step, and a queen can be added by keyboard', async () => {
  await page.goto('/mating');
  await page.getByText('Choose a queen to be mated').waitFor();
  await page.getByRole('combobox', { name: 'Queen', exact: true }).focus();
  await page.keyboard.type('Virgo');
  const option = page.getByRole('option');
  await option.filter({ hasText: 'Virgo' }).waitFor();
  await option.filter({ hasNotText: 'Virgo' }).first().waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await page.locator('[role=option][data-focused]').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove Virgo' }).waitFor();
  expect(new URL(page.url()).searchParams.get('queen')).toBe(free.id);
  await soon(() => page.getByRole('combobox', { name: 'One more' }).inputValue()).toBe('');
});

test('with breeding values, pairs are ranked by index, pairs above the limit are separate, and a reload shows the same plan', async () => {
  await newestRun('honey', 'gentleness');
  const { ebvRanking } = await ask<{ ebvRanking: { nodes: { queenId: string }[] } }>(
    '{ ebvRanking(first: 100, filter: { generation: F0, living: true }) { nodes { queenId } } }',
  );
  const droneMotherIds = ebvRanking.nodes.map(({ queenId }) => queenId).filter((id) => id !== mated.id);
  const { planMatings } = await ask<{
    planMatings: {
      matings: {
        index: number;
        inbreeding: number;
        queen: { motherId: string | null };
        droneMother: Named & { motherId: string | null };
      }[];
    };
  }>(
    `query ($input: MatingPlanInput!) {
      planMatings(input: $input) { matings { index inbreeding queen { motherId } droneMother { id name motherId } } }
    }`,
    { input: { queenIds: [mated.id], droneMotherIds, use: 'drone_producing_daughters' } },
  );
  const matings = planMatings.matings.filter(
    ({ queen, droneMother }) => droneMother.id !== queen.motherId && droneMother.motherId !== mated.id,
  );
  const firstTwenty = matings.slice(0, 20).map(({ inbreeding }) => inbreeding);
  const ceiling = Math.round(firstTwenty.sort((a, b) => a - b)[10]! * 1000) / 10;
  // Pairs above the limit are replaced by the next pairs, so that twenty pairs within the limit are shown.
  const within = matings.filter(({ inbreeding }) => inbreeding <= ceiling / 100).slice(0, 20);
  const last = within.length < 20 ? matings.length : matings.indexOf(within[19]!);
  const over = matings.slice(0, last).filter(({ inbreeding }) => inbreeding > ceiling / 100);

  await page.goto(`/mating?queen=${mated.id}`);
  await page.getByText('the plan is for the offspring of a daughter').waitFor();
  await rows().nth(19).waitFor();
  await page.getByLabel('Highest inbreeding').fill(String(ceiling));
  await tooInbred().waitFor();
  await page.waitForURL(/maxF=/);
  await page.reload();
  await tooInbred().waitFor();
  await soon(() => rows().count()).toBe(within.length);
  await soon(() => tooInbred().locator('tbody tr').count()).toBe(over.length);
  await soon(() => rows().getByRole('rowheader').getByRole('link').allInnerTexts()).toEqual(
    within.map(({ droneMother }) => droneMother.name),
  );
  await soon(() => rows().locator('td:nth-of-type(2) button > span:first-child').allInnerTexts()).toEqual(
    within.map(({ index }) => index.toFixed(1)),
  );
  const shown = within.length + over.length;
  await soon(() =>
    page
      .getByRole('img', { name: `of ${shown} matings` })
      .locator('circle')
      .count(),
  ).toBe(shown);
  await checkLayouts(page, 'mating');

  await page.getByRole('button', { name: 'F of the offspring' }).first().click();
  await page.waitForURL(/sort=inbreeding/);
  await soon(async () => {
    const inbred = (await rows().locator('td:nth-of-type(3) strong').allInnerTexts()).map(Number.parseFloat);
    return inbred.length > 1 && inbred.every((each, place) => place === 0 || each >= inbred[place - 1]!);
  }).toBe(true);
});

test('drone mothers are assigned to several queens, and the plan can be downloaded', async () => {
  await newestRun('honey', 'gentleness');
  const { queens } = await ask<{ queens: { nodes: { id: string; name: string }[] } }>(
    '{ queens(first: 3, filter: { generation: F0, living: true }) { nodes { id name } } }',
  );
  await page.goto(`/mating?queen=${queens.nodes.map(({ id }) => id).join(',')}`);
  const table = page.getByRole('table', { name: 'Assignment' });
  const motherOfEach = () => table.locator('tbody td:nth-of-type(1)').allInnerTexts();
  await soon(async () => new Set(await motherOfEach()).size).toBe(3);
  const named = async () => (await table.getByRole('rowheader').getByRole('link').allInnerTexts()).sort();
  await soon(named).toEqual(queens.nodes.map(({ name }) => name).sort());
  await page.getByLabel('Queens per drone mother, at most').fill('3');
  await page.waitForURL(/share=3/);
  await checkLayouts(page, 'assignment');
  // Regression: on a phone, names wrapped after every second letter.
  await page.setViewportSize({ width: 320, height: 640 });
  const nameWidth = () =>
    table
      .getByRole('rowheader')
      .first()
      .evaluate((cell: { offsetWidth: number }) => cell.offsetWidth);
  await soon(nameWidth).toBeGreaterThanOrEqual(150);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download (CSV)' }).click(),
  ]);
  const [header, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(header).toBe(
    '\ufeffqueen_name,external_id,drone_mother_name,drone_mother_external_id,index,inbreeding,' +
      'reliability_r2,drone_mother_reliability_r2,honey,gentleness',
  );
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(line.split(',')).toHaveLength(10);
});

// Regression: in a German Excel, each row was in one cell, and the headers were in German and English.
test('in German, the files have semicolons, decimal commas, and the same headers', async () => {
  await newestRun('honey', 'gentleness');
  const { page: german, faults } = await openPage(browser, server.url);
  await german.context().addCookies([{ name: 'queenbook_language', value: 'de', url: server.url }]);
  await enter(german, server.url, server.demo);
  await german.goto(`/mating?queen=${free.id}&candidates=chosen&with=${mated.id}&drones=own`);
  const [download] = await Promise.all([
    german.waitForEvent('download'),
    german.getByRole('button', { name: 'Herunterladen (CSV)' }).click(),
  ]);
  const [header, line] = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(header).toMatch(/^\ufeffqueen_name;external_id;.*;honey;gentleness$/);
  expect(line).toMatch(/^Virgo;;[^;]+;DE-18-3-5-2024;\d+,\d+;0,\d+;/);
  for (const [path, link] of [
    ['/values', 'CSV-Datei'],
    ['/queens', 'CSV-Datei'],
  ] as const) {
    await german.goto(path);
    const href = await german.getByRole('link', { name: link }).getAttribute('href');
    expect(new URL(href!, server.url).searchParams.get('decimal_sign')).toBe('comma');
    const response = await german.request.get(href!);
    expect(await response.text()).toMatch(/^\ufeff\w+;\w+;/);
  }
  expect(faults).toEqual([]);
  await german.context().close();
});

// Regression: the pair of a queen and her own dam was the first in the ranking, and nothing pointed out its high
// inbreeding.
test('high inbreeding is marked, and the page suggests a limit', async () => {
  await newestRun('honey', 'gentleness');
  await page.goto(`/mating?queen=${free.id}&candidates=chosen&with=${mated.id}&drones=own`);
  await soon(() => rows().first().getByRole('cell').nth(2).innerText()).toMatch(/^high\s+2\d\.\d%/);
  await page.getByText('Inbreeding of 6.25% or more is marked as raised').waitFor();
  await rows().first().getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Inbreeding of 6.25% or more is marked as raised').waitFor();
  await soon(() =>
    dialog.getByRole('row', { name: 'F of the offspring' }).getByRole('cell').first().innerText(),
  ).toMatch(/^high\s+2\d\.\d%/);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await checkLayouts(page, 'mating-inbred');
  await page.getByText('1 mating has an inbreeding of 12.5% or more.').waitFor();
  await page.getByRole('button', { name: 'Set the limit to 12.5%' }).press('Enter');
  await tooInbred().waitFor();
  const field = page.getByLabel('Highest inbreeding');
  await soon(() => field.inputValue()).toBe('12.5');
  // The focus moves to the field, because the button has disappeared.
  expect(await isFocused(field)).toBe(true);
  expect(await tooInbred().getByText('high', { exact: true }).count()).toBe(1);
});

// Regression: after the user followed a link to another URL, the field showed the limit of the previous URL.
test('the field for the limit of inbreeding shows the value from the URL', async () => {
  await newestRun('honey', 'gentleness');
  await page.goto(`/mating?queen=${mated.id}`);
  const field = page.getByLabel('Highest inbreeding');
  await field.pressSequentially('4,5%');
  await page.waitForURL(/maxF=4\.5/);
  await soon(() => field.inputValue()).toBe('4,5%');
  await page.getByRole('link', { name: 'Mating planner' }).click();
  await page.waitForURL(`${server.url}/mating`);
  await soon(() => field.inputValue()).toBe('');
});

test('changed weights change the ranking, and the details of a pair show both matings and the values of the parents', async () => {
  await newestRun('honey', 'gentleness');
  await page.goto(`/mating?queen=${mated.id}&weights=gentleness:1`);
  await rows().first().waitFor();
  const first = rows().first();
  const value = (cell: number) => first.getByRole('cell').nth(cell).innerText();
  // The columns are rank, index, F, r², honey and gentleness. Only gentleness has a weight, so its value is the index.
  await soon(async () => (await value(1)).split('\n')[0] === (await value(5))).toBe(true);
  await first.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await soon(() => dialog.getByRole('columnheader').allInnerTexts()).toEqual(
    expect.arrayContaining(['Queen', 'Drone mother', 'Offspring of a daughter', 'Offspring of the queen herself']),
  );
  await soon(() => dialog.getByRole('row', { name: 'Gentleness' }).getByRole('cell').nth(2).innerText()).toMatch(
    /^\d+\.\d\s+r² 0\.\d\d$/,
  );
  await checkLayouts(page, 'mating-pair');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

// Regression: half of the traits were outside the printed page.
test('all traits of a printed plan fit the width of a page', async () => {
  await newestRun('honey', 'gentleness', 'vigor', 'wintering', 'nonSwarming', 'combBehavior', 'hyg6h', 'hyg24h');
  await page.goto(`/mating?queen=${mated.id},${free.id}`);
  await table().getByRole('columnheader', { name: 'Hygiene, 24 hours' }).waitFor();
  // The size of a landscape A4 page minus its margins of 1 cm.
  await page.setViewportSize({ width: 1047, height: 720 });
  await page.emulateMedia({ media: 'print' });
  const width = () => page.evaluate('document.documentElement.scrollWidth');
  await soon(width).toBeLessThanOrEqual(1047);
  const names = table().locator('tbody th a');
  await soon(() =>
    names.evaluateAll((all) => Math.max(...all.map((name) => name.getBoundingClientRect().height))),
  ).toBeLessThan(40);
  await picture(page, 'mating-print');
});

test('the best pair of an unmated queen can be saved as her mating, in the form of the queen', async () => {
  await newestRun('honey', 'gentleness');
  const save = page.getByRole('link', { name: `Save as her mating: Nova with ${mated.name}` });
  const heading = page.getByRole('heading', { name: 'Her own mating' });
  const top = () => heading.evaluate((element) => element.getBoundingClientRect().top);
  // Regression: the form opened at its top, and did not show which mating it saves.
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/mating?queen=${toBeMated.id}&drones=own&candidates=chosen&with=${mated.id}`);
    await page.getByText('the plan is for the offspring of her own mating').waitFor();
    await save.press('Enter');
    // The drones of the planned mating are sons of the drone mother herself.
    await page.waitForURL(`**/queens/${toBeMated.id}/edit?matedTo=${mated.id}&matingType=single_queen`);
    await soon(() => isFocused(heading)).toBe(true);
    await soon(async () => (await top()) >= 0 && (await top()) < 200).toBe(true);
    await page.getByText(`“Save” records that Nova was mated with drones of ${mated.name}.`).waitFor();
    await soon(() => page.getByLabel('Type of mating').inputValue()).toBe('single_queen');
    await picture(page, `mating-saved-${width}`);
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(`**/queens/${toBeMated.id}`);
  const { queen } = await ask<{ queen: { matedToId: string; matingType: string } }>(
    'query ($id: ID!) { queen(id: $id) { matedToId matingType } }',
    { id: toBeMated.id },
  );
  expect(queen).toEqual({ matedToId: mated.id, matingType: 'single_queen' });
});

test('the form of a planned daughter explains what will be saved', async () => {
  await newestRun('honey', 'gentleness');
  await page.goto(`/mating?queen=${mated.id}&candidates=chosen&with=${free.id}`);
  await page.getByRole('link', { name: `New daughter of ${mated.name}, mated with Virgo` }).click();
  await page
    .getByText(
      `“Save” adds a daughter of ${mated.name} and records that the daughter was mated with drones of daughters of Virgo.`,
    )
    .waitFor();
  await soon(() => page.getByRole('combobox', { name: 'Mated to drones' }).inputValue()).toContain('Virgo');
});
