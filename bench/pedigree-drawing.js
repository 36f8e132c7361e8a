// Measures the time to draw a complete pedigree of seven generations in Chromium, from the loaded data to the finished
// drawing, by the performance marks of the page. `npm start` must have built the pages. CHROMIUM is the path of the browser.
//   node bench/pedigree-drawing.js [times]
import { chromium } from 'playwright-core';
import { register, startService, withDatabase } from './service.js';

const times = Number(process.argv[2] ?? 15);
const GENERATIONS = 7;

async function insertFamily(base, cookie) {
  const send = async (inputs) => {
    const response = await fetch(`${base}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: base },
      body: JSON.stringify({
        query: 'mutation ($inputs: [QueenInput!]!) { createQueens(inputs: $inputs) { id } }',
        variables: { inputs },
      }),
    });
    const { data, errors } = await response.json();
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
  const queen = await insertFamily(base, cookie);
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
  const processorTime = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const drawingTimes = [];
  const processorTimes = [];
  for (let time = 0; time < times; time++) {
    await page.goto(`/queens/${queen}/pedigree?generations=3`);
    await page.getByText('14 of 14 ancestors known').waitFor();
    await page.evaluate('document.fonts.ready');
    const before = await processorTime();
    await page.getByLabel('7 generations').click();
    await page.locator('[data-position="255"]').waitFor({ state: 'attached' });
    const last = (name) => page.evaluate(`performance.getEntriesByName('${name}').at(-1).startTime`);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    processorTimes.push((await processorTime()) - before);
    drawingTimes.push((await last('pedigree-drawn')) - (await last('pedigree-known')));
  }
  await browser.close();
  const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1].toFixed(0);
  console.log(
    `255 queens over 7 generations, drawn ${times} times: median ${median(drawingTimes)} ms; median processor time ` +
      `after the click ${median(processorTimes)} ms, including requests, styles and painting`,
  );
});
