import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startVisit, type ApiaryVisit } from './apiary-visit.js';
import { checkLayouts, delayRequests, soon } from './browser.js';
import { drafts } from './device.js';
import { browser, server, withBrowser } from './setup.js';

withBrowser();
let visit: ApiaryVisit;
let page: Page;

beforeAll(async () => {
  // Each test uses other hives.
  visit = await startVisit(server, browser, 'Tal', [...'123456789ABCDEFGHJKMNOPQRS']);
  page = await visit.device();
});
afterAll(async () => {
  await page?.context().close();
  await visit?.close();
});
afterEach(async () => {
  await mend();
  await page.unrouteAll({ behavior: 'wait' });
});

interface QueenNow {
  status: string | null;
  notes: string | null;
  hive: { id: string; name: string } | null;
}
/** Returns the stored data of the queen that headed a hive before the tests. */
const queenOf = async (hive: string): Promise<QueenNow> =>
  (
    await visit.api<{ queen: QueenNow }>('query ($id: ID!) { queen(id: $id) { status notes hive { id name } } }', {
      id: visit.queens[hive],
    })
  ).queen;

interface Head {
  id: string;
  name: string;
  generation: string;
  mother: { id: string } | null;
}
/** Returns the queen that heads a hive now. */
const headOf = async (hive: string): Promise<Head | null> =>
  (
    await visit.api<{ hive: { queen: Head | null } }>(
      'query ($id: ID!) { hive(id: $id) { queen { id name generation mother { id } } } }',
      { id: visit.hives[hive] },
    )
  ).hive.queen;

const named = async (search: string): Promise<number> =>
  (
    await visit.api<{ queens: { totalCount: number } }>(
      'query ($search: String) { queens(filter: { search: $search }) { totalCount } }',
      { search },
    )
  ).queens.totalCount;

const changeQueen = (hive: string, input: object) =>
  visit.api('mutation ($id: ID!, $input: QueenInput!) { updateQueen(id: $id, input: $input) { id } }', {
    id: visit.queens[hive],
    input,
  });

async function open(hive: string, on = page): Promise<void> {
  await on.goto(`${visit.season()}?queen=${visit.queens[hive]}`);
  await on.getByRole('heading', { level: 1, name: `Tal ${hive}` }).waitFor();
  const panel = on.locator('details', { hasText: 'Queen seen, note, loss or new queen' });
  if ((await panel.getAttribute('open')) === null) await panel.locator('summary').click();
}
const colony = (word: string, on = page) =>
  on.getByRole('group', { name: 'Colony' }).getByLabel(word, { exact: true }).check();
const successor = (word: string, on = page) =>
  on.getByRole('group', { name: 'New queen' }).getByLabel(word, { exact: true }).check();
/** Saves and waits for the next page, which is shown before the data are sent. */
async function save(hive: string, on = page): Promise<void> {
  await on.getByRole('button', { name: /^Save, / }).click();
  await on.getByRole('heading', { level: 1, name: `Tal ${hive}` }).waitFor({ state: 'detached' });
}
const allSent = (on = page) => soon(() => drafts(on)).toEqual([]);
const cut = async (on = page, { link } = visit): Promise<void> => {
  link.cut();
  await on.context().setOffline(true);
};
const mend = async (on = page, { link } = visit): Promise<void> => {
  link.mend();
  await on.context().setOffline(false);
};

test('a note, a loss and two new queens are recorded without a network, and sent when the network returns', async () => {
  await cut();
  await open('1');
  await page.getByLabel('Queen seen').check();
  await page.getByLabel('Note').fill('Two frames of brood.');
  await soon(() => drafts(page)).toHaveLength(1);
  await page.reload();
  await soon(() => page.getByLabel('Note').inputValue()).toBe('Two frames of brood.');
  await save('1');

  await open('2');
  await colony('lost or sold');
  await page.getByRole('group', { name: 'The queen is' }).getByLabel('dead').check();
  await checkLayouts(page, 'inspection');
  await save('2');

  await open('3');
  await colony('has a new queen');
  await successor('not in Queenbook yet');
  await page.getByRole('button', { name: /^Save, / }).click();
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^Name: / })
    .waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Tal new');
  await checkLayouts(page, 'inspection-new-queen');
  await save('3');

  await open('4');
  await colony('has a new queen');
  await save('4');

  await page.goto(`${visit.season()}?view=list`);
  await page.getByText('4 entries not sent yet').waitFor();
  await soon(() => page.getByRole('link', { name: /Tal [1-4].*not sent yet/ }).count()).toBe(4);
  expect(await queenOf('1')).toMatchObject({ notes: null });
  await mend();
  await allSent();

  expect((await queenOf('1')).notes).toMatch(/^\d{4}-\d\d-\d\d: Queen seen\. Two frames of brood\.$/);
  expect(await queenOf('2')).toMatchObject({ status: 'dead', hive: null });
  expect((await queenOf('2')).notes).toMatch(/Colony lost or sold; its queen is dead\.$/);
  expect(await queenOf('3')).toMatchObject({ status: 'lost', hive: null });
  expect(await headOf('3')).toMatchObject({ name: 'Tal new', generation: 'F1', mother: { id: visit.queens['3'] } });
  expect(await queenOf('4')).toMatchObject({ status: 'lost', hive: null });
  expect(await headOf('4')).toBeNull();
});

test('a queen of another hive is found without a network, and is moved to the inspected hive', async () => {
  // Opens the page of the queen, so that the device has a copy of her data.
  await page.goto(`/queens/${visit.queens['6']}`);
  await page.getByRole('heading', { level: 1, name: 'Tal 6' }).waitFor();
  await cut();
  await open('5');
  await colony('has a new queen');
  await successor('one of my queens');
  await page.getByRole('combobox', { name: 'Which queen' }).fill('tal 6');
  await page.getByRole('option', { name: /Tal 6/ }).click();
  await save('5');
  await mend();
  await allSent();
  expect(await headOf('5')).toMatchObject({ id: visit.queens['6'] });
  expect(await headOf('6')).toBeNull();
});

// Regression: the queen that the user had chosen first was put into the hive.
test('a chosen queen whose name the user then replaces by other text is not put into the hive', async () => {
  await open('K');
  await colony('has a new queen');
  await successor('one of my queens');
  const box = page.getByRole('combobox', { name: 'Which queen' });
  await box.fill('tal m');
  await page.getByRole('option', { name: /Tal M/ }).click();
  await box.fill('Tal N');
  await page.getByRole('option', { name: /Tal N/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('option').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Save, / }).click();
  await page.getByRole('alert').getByRole('link', { name: 'Which queen: is required' }).waitFor();
  await soon(() => box.inputValue()).toBe('Tal N');
  expect(await headOf('K')).toMatchObject({ name: 'Tal K' });
  await discard();
  await allSent();
});

test('an inspection that the user has started but not saved is listed, and can be discarded', async () => {
  await open('O');
  await page.getByLabel('Note').fill('Swarm cells');
  await soon(() => drafts(page)).toHaveLength(1);
  await page.goto('/record');
  await page.getByRole('link', { name: /O · Tal O/ }).click();
  await soon(() => page.getByLabel('Note').inputValue()).toBe('Swarm cells');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await soon(() => page.getByLabel('Note').inputValue()).toBe('');
  await allSent();
});

test('if the network is cut at any request while a new queen is saved, everything is written once', async () => {
  // Each round cuts the network one request later than the previous round. If `lost` is true, the server executes the
  // request, but its response is lost.
  for (const lost of [false, true]) {
    for (let at = 1, done = false; !done; at++) {
      const name = `Heir ${lost ? 'lost' : 'cut'} ${at}`;
      await changeQueen('8', { status: 'testing', notes: null });
      await visit.api('mutation ($id: ID!, $input: HiveInput!) { updateHive(id: $id, input: $input) { id } }', {
        id: visit.hives['8'],
        input: { queenId: visit.queens['8'] },
      });
      await page.goto(`${visit.season()}?view=list`);
      await page.getByRole('link', { name: /^8.*Tal 8/ }).waitFor();
      await open('8');
      await page.getByLabel('Note').fill('Superseded.');
      await colony('has a new queen');
      await successor('not in Queenbook yet');
      await page.getByLabel('Name', { exact: true }).fill(name);
      await soon(() => drafts(page)).toHaveLength(1);
      let requests = 0;
      await page.route(/graphql|api\/v1\/queens/, async (route) => {
        const body = route.request().postData() ?? '';
        if (!/InspectedColony|RecordInspection|AssignSuccessor|"queen_name"/.test(body)) return route.fallback();
        if (++requests === at && lost) await route.fetch();
        return requests >= at ? route.abort() : route.fallback();
      });
      await save('8');
      await soon(async () => requests >= at || (await drafts(page)).length === 0).toBe(true);
      done = requests < at;
      await page.unrouteAll({ behavior: 'wait' });
      await page.evaluate("dispatchEvent(new Event('online'))");
      await allSent();
      expect(await headOf('8')).toMatchObject({ name });
      expect(await named(name)).toBe(1);
      const { status, notes } = await queenOf('8');
      expect(status).toBe('lost');
      expect(notes?.match(/Superseded/g)).toHaveLength(1);
    }
  }
});

test('if another user has moved the queen, both versions are shown and the user decides', async () => {
  await open('7');
  await cut();
  await page.getByLabel('Note').fill('Empty.');
  await colony('lost or sold');
  await save('7');
  await visit.api('mutation ($inputs: [QueenAssignment!]!) { assignQueens(inputs: $inputs) { id } }', {
    inputs: [
      { hiveId: visit.hives['9'], queenId: visit.queens['7'] },
      { hiveId: visit.hives['7'], queenId: visit.queens['9'] },
    ],
  });
  await mend();
  await page.getByRole('link', { name: 'See why: Tal 7' }).click();
  await page.getByText('The queen or her hive was changed in the meantime.').waitFor();
  const cells = (row: string) => page.getByRole('row', { name: row }).getByRole('cell').allInnerTexts();
  await soon(() => cells('Her hive')).toEqual(['Tal · 9', 'no hive']);
  expect(await cells('Queen of hive 7')).toEqual(['Tal 9', 'no queen']);
  expect(await queenOf('7')).toMatchObject({ notes: null, hive: { name: '9' } });
  await checkLayouts(page, 'inspection-moved');

  await page.getByRole('button', { name: 'Use the recorded values' }).click();
  await save('7');
  await allSent();
  expect(await queenOf('7')).toMatchObject({ hive: { name: '9' } });
  expect((await queenOf('7')).notes).toMatch(/: Empty\.$/);

  await open('7');
  await colony('lost or sold');
  await cut();
  await save('7');
  await changeQueen('7', { status: 'sold' });
  await mend();
  await page.getByRole('link', { name: 'See why: Tal 7' }).click();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByText('Only on this device, not on the server yet').waitFor();
  await save('7');
  await allSent();
  expect(await queenOf('7')).toMatchObject({ status: 'lost', hive: null });
});

test('if another user has moved the queen, her evaluation is saved at the apiary where she was tested', async () => {
  await open('J');
  await cut();
  await page.getByLabel('Honey').fill('19');
  await save('J');
  const { createApiary } = await visit.api<{ createApiary: { id: string } }>(
    'mutation { createApiary(input: { name: "Elsewhere" }) { id } }',
  );
  const { createHive } = await visit.api<{ createHive: { id: string } }>(
    'mutation ($input: HiveInput!) { createHive(input: $input) { id } }',
    { input: { name: 'E1', apiaryId: createApiary.id } },
  );
  await visit.api('mutation ($inputs: [QueenAssignment!]!) { assignQueens(inputs: $inputs) { id } }', {
    inputs: [
      { hiveId: createHive.id, queenId: visit.queens['J'] },
      { hiveId: visit.hives['J'], queenId: null },
    ],
  });
  await mend();
  await allSent();
  const { evaluations } = await visit.api<{ evaluations: { nodes: { honey: number; apiaryId: string }[] } }>(
    'query ($filter: EvaluationFilter) { evaluations(filter: $filter) { nodes { honey apiaryId } } }',
    { filter: { queenId: visit.queens['J'] } },
  );
  expect(evaluations.nodes).toEqual([{ honey: 19, apiaryId: visit.apiaryId }]);
});

const newQueen = async (name: string, on = page): Promise<void> => {
  await colony('has a new queen', on);
  await successor('not in Queenbook yet', on);
  await on.getByLabel('Name', { exact: true }).fill(name);
};
/** Whether a request is one of the requests that save an inspection. */
const isSaving = (body: string | null): boolean =>
  /InspectedColony|RecordInspection|AssignSuccessor|CorrectSuccessor|"queen_name"/.test(body ?? '');

// Regression: all requests of an attempt shared a limit of ten seconds. If each request needed six seconds, the queen
// was never created.
test('an inspection is saved over a slow network, because each of its requests has its own time limit', async () => {
  const slow = await visit.device();
  // If two requests share a signal, aborts the second request, as if it had reached the time limit.
  await slow.addInitScript(`{
    const controllers = new WeakMap();
    const used = new WeakSet();
    AbortSignal.timeout = () => {
      const controller = new AbortController();
      controllers.set(controller.signal, controller);
      return controller.signal;
    };
    const { fetch } = window;
    window.fetch = (input, init) => {
      const signal = init?.signal;
      if (used.has(signal)) controllers.get(signal)?.abort(new DOMException('late', 'TimeoutError'));
      else if (signal) used.add(signal);
      return fetch(input, init);
    };
  }`);
  await open('A', slow);
  await newQueen('Heir A', slow);
  await save('A', slow);
  await allSent(slow);
  expect(await headOf('A')).toMatchObject({ name: 'Heir A' });
  await slow.context().close();
});

// Regression: the request with the corrected name had the idempotency key of the first request, so the server always
// rejected it, or the queen kept her first name.
test.each([
  ['before the response to her creation', 'B', /"queen_name"/],
  ['before the hive is written', 'C', /AssignSuccessor|RecordInspection/],
])('a new queen is created once if her name was corrected after an attempt that ended %s', async (_, hive, which) => {
  await open(hive);
  await newQueen(`Typo ${hive}`);
  let isLost = false;
  await page.route(/graphql|api\/v1\/queens/, async (route) => {
    if (!which.test(route.request().postData() ?? '')) return route.fallback();
    if (hive === 'B') await route.fetch();
    isLost = true;
    return route.abort();
  });
  await save(hive);
  await soon(async () => isLost).toBe(true);
  await cut();
  await page.unrouteAll({ behavior: 'wait' });
  await open(hive);
  await page.getByLabel('Name', { exact: true }).fill(`Right ${hive}`);
  await save(hive);
  await mend();
  await allSent();
  expect(await headOf(hive)).toMatchObject({ name: `Right ${hive}` });
  expect([await named(`Typo ${hive}`), await named(`Right ${hive}`)]).toEqual([0, 1]);
});

// Regression: the page showed a conflict with values that the same device had written, and the notes got both versions
// of the note.
test('a note that is changed while it is being sent replaces its first version, without a conflict', async () => {
  await open('D');
  await page.getByLabel('Note').fill('First');
  await newQueen('Heir D');
  const release = await delayRequests(page, (request) => isSaving(request.postData()));
  await save('D');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Tal D' }).waitFor();
  await page.getByLabel('Note').fill('First and more');
  await release();
  await soon(async () => (await queenOf('D')).notes).toMatch(/First$/);
  await soon(async () => (await headOf('D'))?.name).toBe('Heir D');
  await page.getByText('Only on this device, not on the server yet').waitFor();
  await save('D');
  await allSent();
  expect((await queenOf('D')).notes).toMatch(/^\S+ The colony has a new queen\. First and more$/);
  expect(await named('Heir D')).toBe(1);
});

const empty = (hive: string) =>
  visit.api('mutation ($inputs: [QueenAssignment!]!) { assignQueens(inputs: $inputs) { id } }', {
    inputs: [{ hiveId: visit.hives[hive], queenId: null }],
  });
const remove = (what: 'Queen' | 'Hive' | 'Apiary', id: string | undefined) =>
  visit.api(`mutation ($id: ID!) { delete${what}(id: $id) { id } }`, { id });
const discard = async (on = page): Promise<void> => {
  await on.getByRole('button', { name: 'Discard' }).click();
  await on.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
};

// Regression: the evaluation and the new queen were always rejected, because the hive did not exist.
test('if another user has deleted the hive, the evaluation is saved, and the new queen is created without a hive', async () => {
  await open('E');
  await cut();
  await page.getByLabel('Honey').fill('17');
  await newQueen('Heir E');
  await save('E');
  await remove('Hive', visit.hives['E']);
  await mend();
  await page.getByRole('link', { name: 'See why: Tal E' }).click();
  await page.getByRole('cell', { name: 'The hive was deleted.' }).waitFor();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  // Regression: the focus was lost when the confirmation disappeared.
  await soon(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
  await save('E');
  await allSent();
  expect(await queenOf('E')).toMatchObject({ status: 'lost', hive: null });
  expect(await named('Heir E')).toBe(1);
  const { evaluations } = await visit.api<{ evaluations: { nodes: { honey: number }[] } }>(
    'query ($filter: EvaluationFilter) { evaluations(filter: $filter) { nodes { honey } } }',
    { filter: { queenId: visit.queens['E'] } },
  );
  expect(evaluations.nodes).toEqual([{ honey: 17 }]);
});

// Regression: the former queen was recorded as lost, and the hive remained without a queen. The page did not report
// this.
test('if another user has deleted the chosen queen, nothing is written, and the field of the new queen shows an error', async () => {
  await page.goto(`/queens/${visit.queens['G']}`);
  await page.getByRole('heading', { level: 1, name: 'Tal G' }).waitFor();
  await open('F');
  await colony('has a new queen');
  await successor('one of my queens');
  await page.getByRole('combobox', { name: 'Which queen' }).fill('tal g');
  await page.getByRole('option', { name: /Tal G/ }).click();
  await cut();
  await save('F');
  await empty('G');
  await remove('Queen', visit.queens['G']);
  await mend();
  await page.getByRole('link', { name: 'See why: Tal F' }).click();
  const error = page.getByRole('alert').getByRole('link', { name: 'Which queen: no longer exists' });
  await error.waitFor();
  expect(await queenOf('F')).toMatchObject({ status: null, notes: null, hive: { name: 'F' } });
  // Regression: a field in a closed `details` element did not get the focus.
  await page.locator('summary', { hasText: 'Queen seen, note, loss or new queen' }).click();
  await error.click();
  await soon(() => page.evaluate("document.activeElement.getAttribute('role')")).toBe('combobox');
  // Opens the page again, because the open list of queens covers the other elements.
  await open('F');
  await discard();
  await allSent();

  // Regression: the former queen was recorded as lost before the server rejected the dead queen, and no field showed an
  // error.
  await page.goto(`/queens/${visit.queens['H']}`);
  await page.getByRole('heading', { level: 1, name: 'Tal H' }).waitFor();
  await open('F');
  await colony('has a new queen');
  await successor('one of my queens');
  await page.getByRole('combobox', { name: 'Which queen' }).fill('tal h');
  await page.getByRole('option', { name: /Tal H/ }).click();
  await changeQueen('H', { status: 'dead' });
  await save('F');
  await page.getByRole('link', { name: 'See why: Tal F' }).click();
  await page
    .getByRole('alert')
    .getByRole('link', { name: 'Which queen: must be a queen who is not sold, dead or lost' })
    .waitFor();
  expect(await queenOf('F')).toMatchObject({ status: null, notes: null, hive: { name: 'F' } });
  await discard();
  await allSent();
});

// Regression: unsent input that caused an error of the server delayed all other unsent input.
test('an inspection that causes an error of the server does not delay other inspections', async () => {
  await cut();
  for (const hive of ['P', 'Q']) {
    await open(hive);
    await page.getByLabel('Note').fill(`Note ${hive}`);
    await save(hive);
  }
  const first = [visit.queens['P']!, visit.queens['Q']!].sort()[0]!;
  const fails = {
    status: 500,
    json: { errors: [{ message: 'fault', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] },
  };
  await page.route(/graphql/, (route) => {
    const body = route.request().postData() ?? '';
    return body.includes('InspectedColony') && body.includes(first) ? route.fulfill(fails) : route.fallback();
  });
  await mend();
  await soon(() => drafts(page)).toHaveLength(1);
  await page.unrouteAll({ behavior: 'wait' });
  await page.evaluate("dispatchEvent(new Event('online'))");
  await allSent();
  expect((await queenOf('P')).notes).toMatch(/Note P$/);
  expect((await queenOf('Q')).notes).toMatch(/Note Q$/);
});

// Regression: the event `online` was ignored while a request was hanging. Outside the pages of the season, nothing sent
// the entry later.
test('if the network returns while a request is hanging, the entry is sent as soon as the request has failed', async () => {
  await cut();
  await open('R');
  await page.getByLabel('Note').fill('Sent again');
  await save('R');
  await page.goto('/settings');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  let fail!: () => void;
  const failing = new Promise<void>((resolve) => (fail = resolve));
  let requests = 0;
  await page.route(/graphql/, async (route) => {
    if (!isSaving(route.request().postData()) || ++requests > 1) return route.fallback();
    await failing;
    return route.abort();
  });
  await mend();
  await page.evaluate("dispatchEvent(new Event('online'))");
  await soon(async () => requests).toBe(1);
  await page.evaluate("dispatchEvent(new Event('online'))");
  expect(await drafts(page)).toHaveLength(1);
  fail();
  await allSent();
  expect((await queenOf('R')).notes).toMatch(/Sent again$/);
});

// Regression: if the copy on the device was older than the queen, a link to her opened the first queen without an entry.
test('over a slow network, the link to a queen who is not in the copy on the device opens her when the data arrive', async () => {
  await page.goto(`${visit.season()}?view=list`);
  await page.getByRole('link', { name: /^S.*Tal S/ }).waitFor();
  const { createQueen } = await visit.api<{ createQueen: { id: string } }>(
    'mutation { createQueen(input: { name: "Tal L", generation: F0 }) { id } }',
  );
  await visit.api('mutation ($input: HiveInput!) { createHive(input: $input) { id } }', {
    input: { name: 'L', apiaryId: visit.apiaryId, queenId: createQueen.id },
  });
  const release = await delayRequests(page, (request) => /query SeasonApiary/.test(request.postData() ?? ''));
  await page.goto(`${visit.season()}?queen=${createQueen.id}`);
  // The page now shows the copy.
  await page.getByRole('heading', { level: 1, name: /^Tal|^Hive/ }).waitFor();
  await release();
  await page.getByRole('heading', { level: 1, name: 'Tal L' }).waitFor();
});

// Regression: the page of a deleted apiary did not show the input, so the user could not discard it.
test('input for a deleted queen or apiary can be read and discarded', async () => {
  const own = await startVisit(server, browser, 'Dorf', ['1', '2']);
  const phone = await own.device();
  await cut(phone, own);
  for (const hive of ['1', '2']) {
    const heading = phone.getByRole('heading', { level: 1, name: `Dorf ${hive}` });
    await phone.goto(`${own.season()}?queen=${own.queens[hive]}`);
    await heading.waitFor();
    await phone.getByLabel('Honey').fill('18');
    await phone.getByRole('button', { name: /^Save, / }).click();
    await heading.waitFor({ state: 'detached' });
  }
  for (const hive of ['1', '2']) await remove('Hive', own.hives[hive]);
  await remove('Queen', own.queens['1']);
  await remove('Apiary', own.apiaryId);
  await mend(phone, own);
  await soon(async () => (await drafts(phone)).map(({ state }) => state)).toEqual(['refused', 'refused']);
  for (const [hive, words] of [
    ['1', /This queen was deleted/],
    ['2', /This apiary was deleted/],
  ] as const) {
    await phone.goto('/record');
    await phone
      .getByRole('link', { name: new RegExp(`Dorf ${hive}$`) })
      .last()
      .click();
    await phone.getByRole('alert').getByText(words).waitFor();
    await soon(() => phone.getByLabel('Honey').inputValue()).toBe('18');
    await discard(phone);
    await soon(async () => (await drafts(phone)).map(({ queen }) => queen.name)).not.toContain(`Dorf ${hive}`);
  }
  await phone.context().close();
  await own.close();
});
