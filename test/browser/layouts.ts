import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { soon } from './soon.js';

/** Writes a screenshot to the folder in the variable SCREENSHOTS, if set. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the violations that axe finds on the page, one line each, with rule and elements.
 * @param colors whether only colours are checked
 */
export async function accessibilityFaults(page: Page, within = 'body', colors = false): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await axe);
  const options = { resultTypes: ['violations'], ...(colors && { runOnly: ['cat.color'] }) };
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`)) as {
    violations: { id: string; help: string; nodes: { html: string }[] }[];
  };
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** Returns the texts of the elements that are not completely visible. */
export function cutWords(words: Locator): Promise<string[]> {
  return words.evaluateAll((found) =>
    (found as unknown as { scrollWidth: number; clientWidth: number; textContent: string }[])
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
}

const DRAWS = `Promise.race([
  new Promise((drawn) => requestAnimationFrame(() => drawn(true))),
  new Promise((late) => setTimeout(late, 2000, false)),
])`;

/**
 * Waits until the page is drawn. Chromium sometimes draws no frame for half a minute after several resizes, which
 * delays waits for stable elements.
 */
async function drawn(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!;
  for (let tries = 0; tries < 5 && !(await page.evaluate(DRAWS)); tries += 1) {
    await page.setViewportSize({ width, height: height + 1 });
    await page.setViewportSize({ width, height });
  }
}

/** Waits until the heading and all parts of the page are loaded. */
async function loaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await soon(() => page.locator('[role=status][aria-label=Loading], .field-coming').count()).toBe(0);
}

/**
 * Checks at each width and in both themes that the page fits and that axe finds nothing. In the dark theme, axe checks
 * only colours. Saves screenshots if the variable SCREENSHOTS is set.
 */
export async function checkLayouts(page: Page, name: string, widths = [360, 768, 1440]): Promise<void> {
  await loaded(page);
  const before = page.viewportSize()!;
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      let found: string[] = [];
      // Repeated, because a page may need some frames to adapt to its new size.
      for (let attempts = 0; attempts < 5 && (attempts === 0 || found.length > 0); attempts += 1) {
        const wide = (await page.evaluate('document.documentElement.scrollWidth')) as number;
        found = await accessibilityFaults(page, 'body', colorScheme === 'dark');
        if (wide > width) found.push(`${wide} pixels wide`);
      }
      faults.push(...found.map((fault) => `${colorScheme} ${width}: ${fault}`));
      await picture(page, `${name}-${colorScheme}-${width}`);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(before);
  await drawn(page);
  if (faults.length > 0) throw new Error([name, ...new Set(faults)].join('\n'));
}
