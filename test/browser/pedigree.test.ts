import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from '@jest/globals';
import type { Download, Page, Route } from 'playwright-core';
import { accessibilityFaults, enter, checkLayouts, openPage, soon } from './browser.js';
import { browser, server, withBrowser } from './setup.js';

interface Ancestor {
  position: number;
  queen: { id: string; name: string };
}
interface Queen {
  id: string;
  name: string;
  inbreeding: number;
  matedToId: string | null;
  pedigree: { knownAncestors: number; ancestors: Ancestor[] };
}

/** A mated queen whose parents have a common ancestor. */
let queen: Queen;
/** A queen without ancestors. */
let founder: string;

withBrowser();
beforeAll(async () => {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${server.demo.key}` },
    body: JSON.stringify({
      query: `{ queens(first: 100, filter: { bornFrom: "2021", generation: F0 }) { nodes {
        id name inbreeding matedToId
        pedigree(depth: SEVEN) { knownAncestors ancestors { position queen { id name } } }
      } } founders: queens(first: 1, filter: { bornTo: "2005" }) { nodes { id } } }`,
    }),
  });
  const { data } = (await response.json()) as {
    data: { queens: { nodes: Queen[] }; founders: { nodes: [{ id: string }] } };
  };
  founder = data.founders.nodes[0].id;
  [queen] = data.queens.nodes
    .filter(({ matedToId, inbreeding }) => matedToId && inbreeding > 0)
    .sort((a, b) => b.pedigree.knownAncestors - a.pedigree.knownAncestors) as [Queen];
});

async function open(path: string, width = 1440): Promise<{ page: Page; faults: string[] }> {
  const watched = await openPage(browser, server.url, { viewport: { width, height: 800 } });
  await enter(watched.page, server.url, server.demo);
  await watched.page.goto(`/queens/${queen.id}/${path}`);
  return watched;
}
const place = (page: Page, position: number) => page.locator(`[role="treeitem"][data-position="${position}"]`);
/**
 * Waits until the drawing has its final size. Regression: key presses had no effect while the drawing was still
 * growing.
 */
async function drawn(page: Page): Promise<void> {
  for (let before = 0; ;) {
    const width = await place(page, 1).evaluate((box) => box.getBoundingClientRect().width);
    if (width > 0 && width === before) return;
    before = width;
  }
}
const focused = (page: Page) => page.evaluate(`Number(document.activeElement.getAttribute('data-position'))`);
const at = (position: number) => queen.pedigree.ancestors.find((ancestor) => ancestor.position === position)!.queen;

test('the whole pedigree is drawn, and five generations fit every width', async () => {
  const { page, faults } = await open('pedigree?generations=7');
  await page.getByRole('heading', { level: 1, name: `Pedigree of ${queen.name}` }).waitFor();
  await place(page, 1).waitFor();
  // The tree items include the queen and her mate.
  await soon(() => page.getByRole('treeitem').count()).toBe(queen.pedigree.knownAncestors + 2);
  await soon(() => page.getByText(`${queen.pedigree.knownAncestors} of 254 ancestors known`).isVisible()).toBe(true);
  await page.getByLabel('5 generations').click();
  await place(page, 64).waitFor({ state: 'detached' });
  // On a phone, the pedigree is a list.
  await checkLayouts(page, 'pedigree-5');
  expect(faults).toEqual([]);
});

test('in the drawing, keys move the focus between ancestors and between positions of a queen, and open the facts and the page of the queen', async () => {
  const { page, faults } = await open('pedigree?generations=7');
  await drawn(page);
  await place(page, 1).focus();
  await page.keyboard.press('ArrowRight');
  await soon(() => focused(page)).toBe(2);
  await page.keyboard.press('ArrowDown');
  await soon(() => focused(page)).toBe(3);
  await page.keyboard.press('ArrowLeft');
  await soon(() => focused(page)).toBe(1);
  await page.keyboard.press('ArrowDown');
  await soon(() => focused(page)).toBe(0);
  await page.keyboard.press('Home');

  const places = (id: string) => queen.pedigree.ancestors.filter((ancestor) => ancestor.queen.id === id);
  const repeated = queen.pedigree.ancestors.find((ancestor) => places(ancestor.queen.id).length > 1)!;
  const positions = places(repeated.queen.id).map(({ position }) => position);
  const title = await place(page, repeated.position).locator('title').textContent();
  expect(title).toContain(`appears ${positions.length} times`);
  await place(page, repeated.position).focus();
  for (const next of [...positions.slice(1), positions[0]]) {
    await page.keyboard.press('r');
    await soon(() => focused(page)).toBe(next);
  }

  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: repeated.queen.name });
  await panel.getByText('Inbreeding').waitFor();
  await soon(() => accessibilityFaults(page)).toEqual([]);
  await panel.getByText(`At ${positions.length} positions in this pedigree`).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await soon(() => focused(page)).toBe(repeated.position);
  await page.keyboard.press('Shift+Enter');
  await page.waitForURL(`**/queens/${repeated.queen.id}`);
  expect(faults).toEqual([]);
});

// Regression: the drawing was recreated when the fonts had loaded, which reset zoom and focus.
test('fonts that load late change neither zoom nor focus', async () => {
  const { page, faults } = await openPage(browser, server.url, { viewport: { width: 1440, height: 800 } });
  await enter(page, server.url, server.demo);
  const fonts: Route[] = [];
  let isHeld = true;
  await page.route('**/*.woff2', (route) => (isHeld ? void fonts.push(route) : route.continue()));
  // The document is completely loaded only when its font has loaded.
  await page.goto(`/queens/${queen.id}/pedigree?generations=5`, { waitUntil: 'commit' });
  await drawn(page);
  const widthOf = async () => (await place(page, 1).boundingBox())!.width;
  const first = await widthOf();
  await place(page, 1).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('+');
  await soon(widthOf).toBeGreaterThan(first);
  const zoomed = await widthOf();
  await soon(async () => fonts.length).toBeGreaterThan(0);
  isHeld = false;
  await Promise.all(fonts.map((route) => route.continue()));
  await soon(() => page.evaluate('document.fonts.status')).toBe('loaded');
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  expect([await focused(page), await widthOf()]).toEqual([2, zoomed]);
  expect(faults).toEqual([]);
});

// Regression: zoom and position were lost when the window became wider or the data were reloaded.
test('the zoom does not change with the width or the data, and can be reset', async () => {
  const { page, faults } = await open('pedigree?generations=5');
  await drawn(page);
  const widthOf = async () => (await place(page, 1).boundingBox())!.width;
  const first = await widthOf();
  await place(page, 1).focus();
  await page.keyboard.press('+');
  await soon(widthOf).toBeGreaterThan(first);
  const zoomed = await widthOf();
  const wide = () => page.locator('svg', { has: place(page, 1) }).evaluate((svg) => svg.getBoundingClientRect().width);
  const before = await wide();
  await page.setViewportSize({ width: 1415, height: 800 });
  await soon(wide).toBeLessThan(before);
  expect(await widthOf()).toBeCloseTo(zoomed, 1);

  await page.clock.setSystemTime(Date.now() + 60_000);
  await page.context().setOffline(true);
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  const responding = page.waitForResponse((response) => response.request().postData()?.includes('ancestors') ?? false);
  await page.context().setOffline(false);
  await (await responding).finished();
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  expect(await widthOf()).toBeCloseTo(zoomed, 1);
  await page.getByRole('button', { name: 'Reset' }).click();
  await soon(widthOf).toBeLessThan(zoomed);
  expect(faults).toEqual([]);
});

const namesIn = (page: Page): Promise<string[]> =>
  page
    .getByRole('treeitem')
    .evaluateAll((places) =>
      (places as unknown as { querySelectorAll(within: string): { textContent: string }[] }[]).map((each) =>
        [...each.querySelectorAll('tspan')].map(({ textContent }) => textContent).join(' '),
      ),
    );

// Regression: names were cut although there was free space.
test.each([1440, 390])('names are shown in full at %i px, over 3, 5 and 7 generations', async (width) => {
  const { page, faults } = await open('pedigree?generations=3&as=drawing', width);
  for (const generations of [3, 5, 7]) {
    await page.getByLabel(`${generations} generations`).click();
    await page.waitForURL(`**/pedigree?**generations=${generations}**`);
    const known = queen.pedigree.ancestors.filter(({ position }) => position < 2 ** (generations + 1));
    await soon(() => page.getByRole('treeitem').count()).toBe(known.length + 2);
    await soon(async () => (await namesIn(page)).filter((name) => name.includes('…'))).toEqual([]);
    expect(await namesIn(page)).toEqual(expect.arrayContaining(known.map((each) => each.queen.name)));
  }
  expect(faults).toEqual([]);
});

test('a long name has two lines', async () => {
  const { page, faults } = await open('pedigree?generations=3');
  const { id, name } = at(8);
  const rename = (to: string) =>
    page.request.post('/graphql', {
      data: {
        query: 'mutation ($id: ID!, $name: String!) { updateQueen(id: $id, input: { name: $name }) { id } }',
        variables: { id, name: to },
      },
      headers: { Origin: server.url },
    });
  const long = 'Königin Margarethe Theodora von der Hohen Alm';
  await rename(long);
  try {
    await page.reload();
    const lines = place(page, 8).locator('tspan');
    await soon(() => lines.count()).toBe(2);
    await soon(async () => (await lines.allTextContents()).join(' ')).toBe(long);
    const box = place(page, 8).locator('rect').first();
    const [frame, text] = await Promise.all([box.boundingBox(), place(page, 8).locator('text').first().boundingBox()]);
    expect(text!.y).toBeGreaterThanOrEqual(frame!.y);
    expect(text!.y + text!.height).toBeLessThanOrEqual(frame!.y + frame!.height);
    expect(text!.x + text!.width).toBeLessThanOrEqual(frame!.x + frame!.width);
  } finally {
    await rename(name);
  }
  expect(faults).toEqual([]);
});

test('the drawing is zoomed by keys, buttons, and Ctrl with the wheel, and moved by dragging', async () => {
  const { page, faults } = await open('pedigree?generations=5');
  await drawn(page);
  const widthOf = async () => place(page, 1).evaluate((box) => box.getBoundingClientRect().width);
  const first = await widthOf();
  await place(page, 1).focus();
  await page.keyboard.press('+');
  await soon(widthOf).toBeGreaterThan(first);
  await page.getByRole('button', { name: 'Smaller' }).click();
  await soon(widthOf).toBeCloseTo(first, 0);
  const { x, y } = (await place(page, 1).boundingBox())!;
  await page.mouse.move(x + 20, y - 40);
  await page.mouse.wheel(0, -100);
  await soon(widthOf).toBeCloseTo(first, 0);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await soon(widthOf).toBeGreaterThan(first);
  await page.getByRole('button', { name: 'Reset' }).click();
  await soon(widthOf).toBeCloseTo(first, 0);
  await page.mouse.move(x + 20, y - 40);
  await page.mouse.down();
  await page.mouse.move(x + 80, y - 10, { steps: 4 });
  await page.mouse.up();
  await soon(async () => {
    const moved = (await place(page, 1).boundingBox())!;
    return [Math.round(moved.x - x), Math.round(moved.y - y)];
  }).toEqual([60, 30]);

  // The zoom buttons do not cover the queen, even in a low drawing without other queens.
  await page.goto(`/queens/${founder}/pedigree`);
  await drawn(page);
  const [self, zoom] = [place(page, 1), page.getByRole('group', { name: 'Zoom' })];
  await soon(async () => {
    const { y: top, height } = (await self.boundingBox())!;
    return top + height <= (await zoom.boundingBox())!.y;
  }).toBe(true);
  expect(faults).toEqual([]);
});

test('the pedigree of the daughters of a queen shows the queen above and her mate below', async () => {
  const { page, faults } = await open('pedigree');
  await place(page, 1).waitFor();
  await page.getByLabel('Her daughters').click();
  await page.waitForURL('**/pedigree?**of=daughters**');
  await page.getByRole('tree', { name: `Pedigree of the daughters of ${queen.name}` }).waitFor();
  await soon(() => place(page, 2).locator('title').textContent()).toContain(`1a: ${queen.name}`);
  await soon(() => place(page, 4).locator('title').textContent()).toContain(`2a: ${at(2).name}`);
  await soon(() => place(page, 3).locator('title').textContent()).toMatch(/^(4a|1b): /);
  expect(faults).toEqual([]);
});

test('a chosen value is shown at every queen, with its run', async () => {
  const { page, faults } = await open('pedigree?generations=3');
  await page.getByLabel('Breeding value').selectOption('Honey');
  await page.getByText('Values of').or(page.getByText('Run of')).first().waitFor();
  await soon(() => place(page, 1).locator('title').textContent()).toMatch(/Honey: (\d+, r² |not known)/);
  expect(faults).toEqual([]);
});

test('on a phone the pedigree is a list whose rows can be opened', async () => {
  const { page, faults } = await open('pedigree', 360);
  await place(page, 2).waitFor();
  await place(page, 4).focus();
  await soon(() => place(page, 4).getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('ArrowRight');
  await place(page, 8).waitFor();
  await page.keyboard.press('ArrowRight');
  await soon(() => focused(page)).toBe(8);
  await soon(() => place(page, 8).textContent()).toContain(at(8).name);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await soon(() => place(page, 8).count()).toBe(0);
  await place(page, 3).click();
  await page.getByRole('dialog', { name: at(3).name }).waitFor();
  expect(faults).toEqual([]);
});

const read = async (download: Download) => readFile(await download.path());

test('the card fits an A4 page, has light colours, and can be saved as an image', async () => {
  const { page, faults } = await open('card?generations=5');
  const card = page.getByRole('img', { name: `Card of ${queen.name}` });
  await card.waitFor();
  await soon(() => card.locator('tspan', { hasText: '…' }).count()).toBe(0);
  await checkLayouts(page, 'card');
  await page.emulateMedia({ colorScheme: 'dark' });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(/\/MediaBox\s*\[0 0 (84[12])[\d.]* (59[45])/.test(pdf)).toBe(true);

  const save = async (kind: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Save as ${kind}` }).click();
    return read(await download);
  };
  const svg = (await save('SVG')).toString();
  expect(svg).toContain(queen.name);
  expect(svg).toContain('fill="rgb(250, 248, 244)"');
  expect(svg).not.toMatch(/class=|var\(|https?:\/\/(?!www\.w3\.org)/);
  const png = await save('PNG');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([3138, 2154]);
  expect(faults).toEqual([]);
});
