import { beforeAll, expect, test } from '@jest/globals';
import { soon } from './browser.js';
import { ask, page, server, watched, withPage } from './setup.js';

withPage({ viewport: { width: 320, height: 640 } });

let pages: string[];
beforeAll(async () => {
  const { queens, apiaries, ebvRuns } = await ask<Record<string, { nodes: { id: string }[] }>>(
    '{ queens(first: 1) { nodes { id } } apiaries(first: 1) { nodes { id } } ebvRuns(first: 1) { nodes { id } } }',
  );
  const [queen, apiary, run] = [queens, apiaries, ebvRuns].map((list) => list!.nodes[0]!.id);
  const lists = ['/', '/queens', '/apiaries', '/evaluations', '/values', '/values/trends', '/values/runs', '/imports'];
  const forms = ['/queens/new', '/record', '/values/runs/new', '/imports/new', '/keys/new', '/settings/delete'];
  const single = [`/queens/${queen}/edit`, `/apiaries/${apiary}`, `/values/runs/${run}`, `/mating?queen=${queen}`];
  pages = [...lists, ...forms, ...single, '/keys', '/settings', '/settings/activity', '/more'];
});

// Regression: long German words made the pages of values, runs and new keys wider than a small phone.
test.each(['de', 'pl'])('in the language %s, no page is wider than a small phone', async (language) => {
  await page.context().addCookies([{ name: 'queenbook_language', value: language, url: server.url }]);
  const wide: string[] = [];
  for (const path of pages) {
    await page.goto(path);
    await page.locator(`html[lang=${language}] h1`).first().waitFor();
    await soon(() => page.locator('main [role=status][aria-label]').count()).toBe(0);
    const width = (await page.evaluate('document.documentElement.scrollWidth')) as number;
    if (width > 320) wide.push(`${path}: ${width}`);
  }
  expect(wide).toEqual([]);
  expect(watched.faults).toEqual([]);
});
