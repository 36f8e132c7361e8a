// Time to draw a complete pedigree of seven generations in Chromium, from the loaded data to the finished drawing,
// measured by the performance marks of the page. `node bench/pedigree-drawing.js [times]`, after `npm start` has built
// the pages once; CHROMIUM is the path of the browser.
import { chromium } from 'playwright-core';
import { register, startService, withDatabase } from './service.js';

const times = Number(process.argv[2] ?? 15);
const GENERATIONS = 7;

async function plantFamily(base, cookie) {
  const send = async (inputs) => {
    const answer = await fetch(`${base}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: base },
      body: JSON.stringify({
        query: 'mutation ($inputs: [QueenInput!]!) { createQueens(inputs: $inputs) { id } }',
        variables: { inputs },
      }),
    });
    const { data, errors } = await answer.json();
    if (errors) throw new Error(JSON.stringify(errors));
    return data.createQueens.map(({ id }) => id);
  };
  const ids = new Map();
  for (let generation = GENERATIONS; generation >= 0; generation--) {
    const positions = Array.from({ length: 2 ** generation }, (_, index) => 2 ** generation + index);
    const inputs = positions.map((position) => ({
      name: `Jutta ${position}`,
      externalId: `DE-18-1-${position}-${2024 - generation}`,
      generation: 'F0',
      dateOfBirth: `${2024 - generation}`,
      race: 'C',
      motherId: ids.get(2 * position),
      fatherId: ids.get(2 * position + 1),
    }));
    (await send(inputs)).forEach((id, index) => ids.set(positions[index], id));
  }
  return ids.get(1);
}

await withDatabase(async ({ url }) => {
  const { base } = await startService(url, { DEMO: 'off' });
  const { cookie } = await register(base, 'drawing');
  const queen = await plantFamily(base, cookie);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } });
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: base };
    }),
  );
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  // Processor time, independent of other load on the machine.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const work = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const took = [];
  const worked = [];
  for (let time = 0; time < times; time++) {
    await page.goto(`/queens/${queen}/pedigree?generations=3`);
    await page.getByText('14 of 14 known').waitFor();
    await page.evaluate('document.fonts.ready');
    const before = await work();
    await page.getByLabel('7 generations').click();
    await page.locator('[data-position="255"]').waitFor({ state: 'attached' });
    const last = (name) => page.evaluate(`performance.getEntriesByName('${name}').at(-1).startTime`);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    worked.push((await work()) - before);
    took.push((await last('pedigree-drawn')) - (await last('pedigree-known')));
  }
  await browser.close();
  const middle = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1].toFixed(0);
  console.log(
    `255 queens over 7 generations, drawn ${times} times: median ${middle(took)} ms; ` +
      `${middle(worked)} ms of the processor from the click on, with asking, styles and painting`,
  );
});
