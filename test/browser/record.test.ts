import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page, Request, Route } from 'playwright-core';
import {
  accessibilityFaults,
  cutWords,
  enter,
  checkLayouts,
  delayRequests,
  openPage,
  picture,
  soon,
  type WatchedPage,
} from './browser.js';
import { drafts, stored as onDevice } from './device.js';
import { browser, server, withBrowser } from './setup.js';

const YEAR = new Date().getFullYear();
/** The page of the test on a phone. Each test has its own account, apiary, queens and hives. */
let page: Page;
let watched: WatchedPage;
let accounts = 0;
let apiaryId: string;
let queens: Record<string, string>;

async function api<Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
  const data = { query, variables };
  const response = await page.request.post('/graphql', { data, headers: { Origin: server.url } });
  const { data: found, errors } = await response.json();
  expect(errors).toBeUndefined();
  return found;
}

interface Stored {
  id: string;
  gentleness: number | null;
  combBehavior: number | null;
  honey: number | null;
  hyg24h: number | null;
}

/** Returns the stored evaluation of a queen in this year. */
async function stored(name: string): Promise<Stored | undefined> {
  const { evaluations } = await api<{ evaluations: { nodes: Stored[] } }>(
    'query ($filter: EvaluationFilter) { evaluations(filter: $filter) { nodes { id gentleness combBehavior honey hyg24h } } }',
    { filter: { queenId: queens[name], year: YEAR } },
  );
  return evaluations.nodes[0];
}

async function createApiary(name: string): Promise<string> {
  const created = await api<{ createApiary: { id: string } }>(
    'mutation ($name: String!) { createApiary(input: { name: $name }) { id } }',
    { name },
  );
  return created.createApiary.id;
}

/** Creates an apiary with queens in three hives, and a queen without a hive. The suffix makes their names unique. */
async function createSeason(suffix = ''): Promise<void> {
  apiaryId = await createApiary(`Heide${suffix}`);
  const names = ['Anna', 'Berta', 'Clara', 'Dora'];
  const { createQueens } = await api<{ createQueens: { id: string; name: string }[] }>(
    'mutation ($inputs: [QueenInput!]!) { createQueens(inputs: $inputs) { id name } }',
    {
      inputs: names.map((name) => ({
        name,
        externalId: `REC-${name}${suffix}`,
        generation: 'F0',
        dateOfBirth: String(YEAR - 1),
      })),
    },
  );
  queens = Object.fromEntries(createQueens.map(({ id, name }) => [name, id]));
  const hives = { 2: 'Berta', 10: 'Clara', 1: 'Anna' };
  await api('mutation ($inputs: [HiveInput!]!) { createHives(inputs: $inputs) { id } }', {
    inputs: Object.entries(hives).map(([name, queen]) => ({ name, apiaryId, queenId: queens[queen] })),
  });
}

/** Stores evaluations of these queens at the apiary, and returns their ids. */
async function recorded(
  names: readonly string[],
  values: object = { gentleness: 3.5, honey: 18.5 },
): Promise<string[]> {
  const { createEvaluations } = await api<{ createEvaluations: { id: string }[] }>(
    'mutation ($inputs: [EvaluationInput!]!) { createEvaluations(inputs: $inputs) { id } }',
    { inputs: names.map((name) => ({ queenId: queens[name], apiaryId, year: YEAR, ...values })) },
  );
  return createEvaluations.map(({ id }) => id);
}

withBrowser();
beforeEach(async () => {
  watched = await openPage(browser, server.url, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  page = watched.page;
  // Disables the time limit of requests, because the tests delay some requests by more than ten seconds.
  await page.addInitScript('AbortSignal.timeout = () => new AbortController().signal');
  accounts += 1;
  const account = { name: 'Imke', email: `imke-${accounts}@queenbook.example`, password: 'a long enough password' };
  const response = await page.request.post('/api/accounts', { data: account, headers: { Origin: server.url } });
  expect(response.ok()).toBe(true);
  await createSeason();
});
afterEach(async () => {
  await page.context().close();
  // Ignores logs about requests that the tests have aborted.
  expect(watched.faults.filter((fault) => !/ERR_(FAILED|INTERNET_DISCONNECTED)/.test(fault))).toEqual([]);
});

const isSave = (request: Request) => /(update|create)Evaluation/.test(request.postData() ?? '');
const group = (name: string) => page.getByRole('group', { name });
const score = (trait: string, value: string) => group(trait).getByRole('radio', { name: value, exact: true });
const at = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const save = () => page.getByRole('button', { name: /^Save, / });
const open = (name: string) => page.goto(`/record/${apiaryId}/${YEAR}?queen=${queens[name]}`);

describe('when hives are recorded on a phone', () => {
  test('apiary and year can be chosen, and hives are in natural order', async () => {
    await createApiary('Aue');
    await page.goto('/record');
    await page.getByLabel('Apiary').selectOption({ label: 'Heide' });
    await page.getByText('3 queens in its hives, 0 recorded').waitFor();
    await page.getByRole('link', { name: 'Start' }).tap();
    await at('Anna');
    await page.getByRole('link', { name: '1 of 3' }).tap();
    await at(`Heide · ${YEAR}`);
    const names = page.getByRole('list').filter({ hasText: 'Anna' }).getByRole('link');
    await soon(() => names.allInnerTexts()).toEqual(
      ['Anna', 'Berta', 'Clara'].map((name) => expect.stringMatching(`${name}\\s+REC-${name}`)),
    );
    await page.goto('/record');
    await page.getByRole('link', { name: 'Start' }).waitFor();
    // The apiary of the last record is the first option.
    await soon(() => page.getByLabel('Apiary').locator('option').first().innerText()).toBe('Heide');
  });

  // Regression: after a record of a past year, later records were also entered for that year.
  test('a chosen past year is preselected only on the same day', async () => {
    await page.goto('/record');
    const year = page.getByLabel('Year');
    await year.selectOption(String(YEAR - 2));
    await page.getByRole('link', { name: 'Start' }).tap();
    await page.waitForURL(new RegExp(`/${YEAR - 2}\\b`));
    await page.goto('/record');
    await soon(() => year.inputValue()).toBe(String(YEAR - 2));
    await page.evaluate(`for (const key of Object.keys(localStorage).filter((each) => each.includes('remembered'))) {
      localStorage.setItem(key, localStorage.getItem(key).replace(/"on":"[^"]*"/, '"on":"${YEAR - 1}-08-01"'));
    }`);
    await page.goto('/record');
    await soon(() => year.inputValue()).toBe(String(YEAR));
  });

  test('scores can be entered with gloves, because their seven buttons are at least 56 pixels large and 8 pixels apart', async () => {
    await open('Anna');
    const boxes = () =>
      group('Gentleness')
        .getByRole('radio')
        .evaluateAll((steps) => steps.map((step) => step.getBoundingClientRect()));
    await soon(async () => (await boxes()).map(({ width, height }) => Math.min(width, height) >= 56)).toEqual(
      Array(7).fill(true),
    );
    const [one, next] = await boxes();
    expect(next!.x - one!.x - one!.width).toBe(8);
  });

  test('input is stored on the device until it is saved, even after a reload; then the stored record is shown, and the device has no unsent input left', async () => {
    await open('Anna');
    await score('Gentleness', '3.5').tap();
    await score('Calmness on the comb', '4').tap();
    await page.getByLabel('Honey').fill('18,5');
    await page.getByRole('button', { name: 'One less: Hygiene, 24 hours' }).tap();
    await page.getByText('Only on this device, not on the server yet').waitFor();
    await soon(async () => (await drafts(page))[0]?.entries).toMatchObject({ honey: '18,5', hyg24h: '50' });
    expect(await stored('Anna')).toBeUndefined();
    await page.reload();
    await page.getByText('Only on this device, not on the server yet').waitFor();
    await soon(() => score('Gentleness', '3.5').isChecked()).toBe(true);
    await soon(() => page.getByLabel('Honey').inputValue()).toBe('18,5');
    await picture(page, 'record-draft');
    await save().tap();
    await at('Berta');
    const savedMessage = (await page.getByRole('status').getByText('Anna is saved.').boundingBox())!;
    // The message must not cover the buttons.
    expect(savedMessage.y + savedMessage.height).toBeLessThanOrEqual((await save().boundingBox())!.y);
    await soon(() => stored('Anna')).toMatchObject({ gentleness: 3.5, combBehavior: 4, honey: 18.5, hyg24h: 50 });

    await page.getByRole('button', { name: 'Previous queen' }).tap();
    await at('Anna');
    await page.getByText('Recorded, last on').waitFor();
    await soon(() => score('Calmness on the comb', '4').isChecked()).toBe(true);
    await soon(() => page.getByLabel('Honey').inputValue()).toBe('18.5');
    await soon(() => drafts(page)).toEqual([]);
  });

  test('rejected values are not lost, are listed with a link, and have errors at their fields', async () => {
    await open('Berta');
    await page.getByRole('textbox', { name: 'Hygiene, 6 hours' }).fill('40');
    await page.getByRole('textbox', { name: 'Hygiene, 24 hours' }).fill('30');
    await page.getByLabel('Honey').fill('much');
    await save().tap();
    await at('Clara');
    await page.getByRole('link', { name: 'See why: Berta' }).tap();
    await at('Berta');
    const problem = page.getByRole('alert');
    await problem.getByRole('link', { name: 'Honey: must be a number from 0 to 200 kg, not "much"' }).waitFor();
    await page.getByLabel('Honey').fill('');
    await save().tap();
    await page.getByRole('link', { name: 'See why: Berta' }).tap();
    await problem.getByRole('link', { name: /^Hygiene, 24 hours: must not be below/ }).waitFor();
    await soon(() => page.getByRole('textbox', { name: 'Hygiene, 24 hours' }).getAttribute('aria-invalid')).toBe(
      'true',
    );
    await soon(() => accessibilityFaults(page)).toEqual([]);
    await picture(page, 'record-errors');
    // Regression: a single tap on Discard deleted all input for a hive.
    await page.getByRole('button', { name: 'Discard' }).tap();
    const question = page.getByRole('dialog', { name: 'Discard your input?' });
    await question.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).tap();
    await question.waitFor({ state: 'detached' });
    await soon(() => page.getByRole('textbox', { name: 'Hygiene, 6 hours' }).inputValue()).toBe('40');
    await page.getByRole('button', { name: 'Discard' }).tap();
    await question.getByRole('button', { name: 'Discard' }).tap();
    await save().tap();
    await problem.getByText('Enter at least one value or a note').waitFor();
  });
});

describe('when hives are recorded without a network', () => {
  test('several colonies are recorded, and the records are sent when the network returns', async () => {
    await recorded(['Anna']);
    await open('Berta');
    await at('Berta');
    await page.context().setOffline(true);
    await page.getByText('No network').waitFor();
    await score('Gentleness', '2').tap();
    await save().tap();
    await at('Clara');
    await page.getByText('1 entry not sent yet').waitFor();
    await score('Vigour', '3').tap();
    await save().tap();
    await at(`Heide · ${YEAR}`);
    await page.getByText('2 entries not sent yet').waitFor();
    await soon(() => page.getByRole('link', { name: /Berta.*not sent yet/ }).count()).toBe(1);
    await picture(page, 'record-offline');
    await page.context().setOffline(false);
    await page.getByRole('link', { name: /Clara.*recorded/ }).waitFor();
    await page.getByRole('link', { name: /Berta.*recorded/ }).waitFor();
    expect(await stored('Berta')).toMatchObject({ gentleness: 2 });
    expect(await stored('Clara')).toBeDefined();
  });

  test('without a response, input is not lost and can be sent again', async () => {
    await recorded(['Clara']);
    await open('Clara');
    await page.getByText('Recorded, last on').waitFor();
    await page.route('**/graphql', (route) => route.abort());
    await page.getByLabel('Honey').fill('7');
    await save().tap();
    await page.getByText('1 entry not sent yet').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Send now' }).tap();
    await page.getByText('1 entry not sent yet').waitFor({ state: 'detached' });
    await soon(() => stored('Clara')).toMatchObject({ honey: 7 });
  });
});

// Regression: unsent input was sent later, even after the user had discarded it.
test('input that is discarded before it is sent is never sent', async () => {
  await recorded(['Anna', 'Berta', 'Clara']);
  await open('Anna');
  await at('Anna');
  await page.context().setOffline(true);
  for (const [index, name] of ['Anna', 'Berta', 'Clara'].entries()) {
    await at(name);
    await page.getByLabel('Honey').fill(`${51 + index}`);
    await save().tap();
  }
  await page.getByText('3 entries not sent yet').waitFor();
  const response = await delayRequests(page, isSave);
  const first = page.waitForRequest(isSave);
  await page.context().setOffline(false);
  await first;
  await page.getByRole('link', { name: /Berta.*not sent yet/ }).tap();
  await at('Berta');
  await page.getByRole('button', { name: 'Discard' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).tap();
  await response();
  await soon(() => page.getByText(/not sent yet/).count()).toBe(0);
  await soon(async () => (await stored('Clara'))?.honey).toBe(53);
  expect([(await stored('Anna'))?.honey, (await stored('Berta'))?.honey]).not.toContain(52);
});

// Regression: without a response, discarded input was stored again and sent later.
test('input that is discarded while it is being sent is not restored if there is no response', async () => {
  await recorded(['Anna']);
  await open('Anna');
  await page.getByText('Recorded, last on').waitFor();
  await page.getByLabel('Honey').fill('61');
  const sent: Route[] = [];
  const hold = (route: Route) => void (isSave(route.request()) ? sent.push(route) : route.fallback());
  await page.route('**/graphql', hold);
  await save().tap();
  await soon(async () => sent.length).toBe(1);
  await at('Berta');
  await page.getByRole('button', { name: 'Previous queen' }).tap();
  await at('Anna');
  await page.getByRole('button', { name: 'Discard' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).tap();
  const failed = page.waitForEvent('requestfailed', isSave);
  await sent[0]!.abort();
  await failed;
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  await soon(() => drafts(page)).toEqual([]);
  await page.unroute('**/graphql', hold);
});

// Regression: the response navigated back, although the user had opened the next hive.
test('a late response does not change the page', async () => {
  await recorded(['Anna']);
  const response = await delayRequests(page, isSave);
  await open('Anna');
  await page.getByLabel('Honey').fill('21');
  await save().tap();
  await at('Berta');
  await page.getByRole('button', { name: 'Skip' }).tap();
  await at('Clara');
  await page.getByLabel('Honey').fill('9');
  await response();
  await page.getByText('Anna is saved.').waitFor();
  await page.getByText('Only on this device, not on the server yet').waitFor();
  await at('Clara');
  await page.getByRole('button', { name: 'Discard' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).tap();
  expect(await stored('Anna')).toMatchObject({ honey: 21 });
});

test('if another user has recorded the same queen, both records are shown and the user decides', async () => {
  const [id] = await recorded(['Anna']);
  await open('Anna');
  await page.getByText('Recorded, last on').waitFor();
  await api('mutation ($id: ID!) { updateEvaluation(id: $id, input: { gentleness: 1, honey: 20 }) { id } }', { id });
  await score('Gentleness', '3').tap();
  await save().tap();
  await page.getByRole('link', { name: 'See why: Anna' }).tap();
  await page.getByText('Other values were recorded for her in the meantime').waitFor();
  const row = page.getByRole('row', { name: /Gentleness/ });
  await soon(() => row.getByRole('cell').allInnerTexts()).toEqual(['1', '3']);
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await picture(page, 'record-meanwhile');
  await page.getByRole('button', { name: 'Keep mine' }).tap();
  await save().tap();
  await at('Berta');
  // Values that only the other user has changed are not overwritten.
  await soon(() => stored('Anna')).toMatchObject({ gentleness: 3, honey: 20 });
});

test('a queen without a hive at the apiary is added by search, and recorded by keyboard', async () => {
  await page.goto(`/record/${apiaryId}/${YEAR}?view=list`);
  await page.getByRole('combobox', { name: 'Queen without a hive here' }).fill('Dora');
  await page.getByRole('option', { name: /Dora/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Record Dora' }).focus();
  await page.keyboard.press('Enter');
  await at('Dora');
  await score('Gentleness', '1').focus();
  await page.keyboard.type('25');
  await soon(() => score('Gentleness', '2.5').isChecked()).toBe(true);
  await page.keyboard.press('ArrowRight');
  await soon(() => score('Gentleness', '3').isChecked()).toBe(true);
  await page.keyboard.press('Delete');
  await soon(() => group('Gentleness').getByRole('radio', { checked: true }).count()).toBe(0);
  await page.keyboard.type('4');
  await page.getByLabel('Honey').press('Enter');
  await at(`Heide · ${YEAR}`);
  await soon(() => stored('Dora')).toMatchObject({ gentleness: 4 });
});

describe('in the list and the form of evaluations', () => {
  beforeEach(() => page.setViewportSize({ width: 1280, height: 800 }));

  test('the list can be filtered by apiary and sorted by a trait', async () => {
    await recorded(['Anna', 'Berta', 'Clara', 'Dora']);
    const { createQueen } = await api<{ createQueen: { id: string } }>(
      'mutation ($input: QueenInput!) { createQueen(input: $input) { id } }',
      { input: { name: 'Paula 24-1-28', externalId: 'DE-18-1-28-2024', generation: 'F0' } },
    );
    await api('mutation ($input: EvaluationInput!) { createEvaluation(input: $input) { id } }', {
      input: { queenId: createQueen.id, apiaryId: await createApiary('Aue'), year: 2024, honey: 20 },
    });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/evaluations');
    await page.getByRole('link', { name: /DE-18-1-28-2024/ }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    const paula = page.getByRole('row', { name: /^Paula 24-1-28 DE-18-1-28-2024/ });
    await paula.waitFor();
    await soon(() => cutWords(paula.getByRole('cell').first().locator('span'))).toEqual([]);
    await page.getByLabel('Apiary').selectOption({ label: 'Heide' });
    await page.getByText('4 evaluations').waitFor();
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]');
    await soon(() => current.allInnerTexts()).toEqual(['Record']);
    await page.getByRole('button', { name: 'Gentleness' }).click();
    await page.waitForURL(/sort=GENTLENESS/);
    await page.getByRole('columnheader', { name: 'Gentleness' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    await page.locator('table[aria-busy="false"]').waitFor();
    await page.getByRole('row', { name: /Anna/ }).waitFor();
  });

  test('an evaluation can be changed, entered for one queen, and deleted after a confirmation', async () => {
    await recorded(['Berta', 'Dora']);
    await page.goto('/evaluations');
    await page.getByRole('button', { name: 'Gentleness' }).click();
    await page.waitForURL(/sort=GENTLENESS/);
    await page.getByRole('row', { name: /Berta/ }).getByRole('link', { name: /^Edit/ }).click();
    await at(`Evaluation of Berta, ${YEAR}`);
    await score('Gentleness', '4').check({ force: true });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/sort=GENTLENESS/);
    expect(await stored('Berta')).toMatchObject({ gentleness: 4 });

    await page.goto(`/evaluations/new?queen=${queens.Dora}`);
    await page.getByLabel('Apiary').selectOption({ label: 'Heide' });
    await page.getByLabel('Honey').fill('1');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // The queen already has an evaluation in this year and apiary.
    await page
      .getByRole('alert')
      .getByRole('link', { name: /^Year: cannot be used/ })
      .waitFor();

    await page.goto(`/evaluations/${(await stored('Dora'))!.id}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('dialog', { name: /Delete the evaluation of Dora/ });
    await question.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await question.getByRole('button', { name: 'Delete the evaluation' }).click();
    await page.waitForURL('**/evaluations');
    expect(await stored('Dora')).toBeUndefined();
  });

  const recordedIn = async (year: number) => {
    const { evaluations } = await api<{
      evaluations: { nodes: { id: string; apiaryId: string | null; evaluatedOn: string | null }[] };
    }>(
      'query ($filter: EvaluationFilter) { evaluations(filter: $filter) { nodes { id apiaryId evaluatedOn honey } } }',
      { filter: { queenId: queens.Dora, year } },
    );
    return evaluations.nodes[0];
  };
  const apiariesLink = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Apiaries' });

  // Regression: when the user left, the input was lost without a warning. An evaluation of a past year got the date of
  // today. The form stayed open after saving.
  test('leaving an unsaved evaluation needs a confirmation, the day changes with the year, and saving opens the list', async () => {
    await page.goto(`/evaluations/new?queen=${queens.Dora}`);
    const day = page.getByLabel('Day');
    await soon(() => day.inputValue()).toMatch(new RegExp(`^${YEAR}-`));
    await page.getByLabel('Year').fill('2023');
    await soon(() => day.inputValue()).toBe('');
    await page.getByLabel('Honey').fill('7');
    await apiariesLink().click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL('**/evaluations');
    expect(await recordedIn(2023)).toMatchObject({ honey: 7, evaluatedOn: null });
    await page.goto(`/evaluations/new?queen=${queens.Dora}`);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.waitForURL('**/evaluations');
  });

  // Regression: the response opened the list, although the user had left the page.
  test('a late response to saving does not change the page', async () => {
    await page.goto(`/evaluations/new?queen=${queens.Dora}`);
    await page.getByLabel('Year').fill('2022');
    await page.getByLabel('Honey').fill('3');
    const response = await delayRequests(page, isSave);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await apiariesLink().click();
    await at('Apiaries');
    const reloaded = page.waitForResponse((sent) => /query Apiaries/.test(sent.request().postData() ?? ''));
    await response();
    await page.getByText('The evaluation is saved.').waitFor();
    // After saving, the page first reloads its data. The wrong navigation would happen only after this reload.
    await (await reloaded).finished();
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    expect(new URL(page.url()).pathname).toBe('/apiaries');
    expect(await recordedIn(2022)).toMatchObject({ honey: 3 });
  });

  // Regression: saving reset apiary and year to their values at the opening of the form.
  test('an apiary that another user has chosen is not overwritten, and an evaluation can be deleted while its form has unsaved input', async () => {
    const [id] = await recorded(['Dora'], { apiaryId: null, year: 2023, honey: 7 });
    await page.goto(`/evaluations/${id}`);
    await page.getByLabel('Honey').fill('8');
    await api('mutation ($id: ID!, $input: EvaluationInput!) { updateEvaluation(id: $id, input: $input) { id } }', {
      id,
      input: { apiaryId },
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL('**/evaluations');
    expect(await recordedIn(2023)).toMatchObject({ honey: 8, apiaryId });
    await page.goto(`/evaluations/${id}`);
    await page.getByLabel('Honey').fill('9');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete the evaluation' }).click();
    await page.waitForURL('**/evaluations');
    expect(await recordedIn(2023)).toBeUndefined();
  });

  // Regression: the field was recreated with each choice, which lost the focus and further input.
  test('the list can be filtered by a queen, and then by another queen, by keyboard', async () => {
    await recorded(['Anna', 'Berta']);
    const box = page.getByRole('combobox', { name: 'Queen' });
    const choose = async (name: 'Anna' | 'Berta') => {
      await page.keyboard.type(`REC-${name}`, { delay: 30 });
      await page.getByRole('option', { name: new RegExp(name) }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(new RegExp(`queen=${queens[name]}`));
      await page.getByText('1 evaluation', { exact: true }).waitFor();
      await box.and(page.locator(':focus')).waitFor();
    };
    await page.goto('/evaluations');
    await box.focus();
    await choose('Anna');
    await page.keyboard.press('Control+a');
    await choose('Berta');
    await page.goBack();
    await soon(() => box.inputValue()).toBe('Anna');
    await page.goBack();
    await soon(() => box.inputValue()).toBe('');
    await page.goForward();
    await soon(() => box.inputValue()).toBe('Anna');
  });
});

describe('in an account with many rows', () => {
  beforeEach(async () => {
    await enter(page, server.url, server.demo);
    await createSeason(` ${accounts}`);
    await recorded(['Anna', 'Berta', 'Clara']);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test.each([
    ['the choice of a season', () => '/record'],
    ['a queen', () => `/record/${apiaryId}/${YEAR}?queen=${queens.Anna}`],
    ['the list of a season', () => `/record/${apiaryId}/${YEAR}?view=list`],
    ['the evaluations', () => '/evaluations'],
    ['one evaluation', async () => `/evaluations/${(await stored('Anna'))!.id}`],
  ])('the page of %s fits every width in both themes', async (name, path) => {
    await page.goto(await path());
    await checkLayouts(page, `record-${name}`);
  });
});

test('sign-out needs a confirmation before it deletes data that are only on the device', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('Clara');
  await page.getByLabel('Honey').fill('8');
  await onDevice(page, 'Clara', '8');
  await page.getByRole('button', { name: /^Imke/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  const question = page.getByRole('dialog', { name: /lose unsaved entries/ });
  await question.getByText('1 entry is only on this device').waitFor();
  await page.route('**/api/session', (route) => route.abort());
  const leave = question.getByRole('button', { name: 'Delete and sign out' });
  await leave.click();
  // Regression: without a response, sign-out deleted the drafts and reported success, but the session had not ended.
  await question.getByText('You are still signed in').waitFor();
  expect(await drafts(page)).toHaveLength(1);
  await page.unroute('**/api/session');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await question.getByText('1 entry is only on this device').waitFor();
  await leave.click();
  await page.getByLabel('E-mail').waitFor();
  await soon(() => drafts(page)).toEqual([]);
});

// Regression: a late response opened the page of the season.
test('if the user leaves while the first apiary is being created, the response does not change the page', async () => {
  const visit = await openPage(browser, server.url);
  const account = { name: 'First', email: 'first@queenbook.example', password: 'a long enough password' };
  await visit.page.request.post('/api/accounts', { data: account, headers: { Origin: server.url } });
  await enter(visit.page, server.url, account);
  await visit.page.goto('/record');
  await visit.page.getByLabel('Name of the apiary').fill('Erlen');
  const respond = await delayRequests(visit.page, (request) => (request.postData() ?? '').includes('mutation'));
  await visit.page.getByRole('button', { name: 'Create apiary' }).click();
  await visit.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Queens' }).click();
  await visit.page.getByRole('heading', { level: 1, name: 'Queens' }).waitFor();
  const created = visit.page.waitForResponse((response) => (response.request().postData() ?? '').includes('mutation'));
  await respond();
  await created;
  await visit.page.getByText('Apiary Erlen is created.').waitFor();
  expect(new URL(visit.page.url()).pathname).toBe('/queens');
  await visit.page.goto('/record');
  await visit.page.getByRole('link', { name: 'Start' }).waitFor();
  expect(visit.faults).toEqual([]);
  await visit.page.context().close();
});
