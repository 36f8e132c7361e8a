import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const readme = await readFile(new URL('../../src/blup/README.md', import.meta.url), 'utf8');
const [, chapter = ''] = /\n## In code\n([\s\S]*)$/.exec(readme) ?? [];
const programs = [...chapter.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text]) => text!);
const engine = new URL('../../dist/src/blup/index.js', import.meta.url).href;

const numbers = (text: string) =>
  (text.match(/-?\d+(\.\d+)?|true|false/g) ?? []).map((word) => (/\d/.test(word) ? Number(word) : word));

test('the README contains programs', () => expect(programs.length).toBeGreaterThan(2));

test.each(programs)('program %# of the README prints the stated output', async (program) => {
  const folder = await mkdtemp(join(tmpdir(), 'queenbook-engine-'));
  try {
    const path = join(folder, 'program.mjs');
    await writeFile(path, program.replace('./index.js', engine));
    const { stdout } = await promisify(execFile)(process.execPath, [path]);
    const printed = stdout.trim().split('\n').map(numbers);
    const expectedLines = [...program.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, words]) =>
      numbers(words!),
    );
    expect(printed.map((line, i) => line.slice(0, expectedLines[i]!.length))).toEqual(
      expectedLines.map((line) => line.map((word) => (typeof word === 'number' ? expect.closeTo(word, 6) : word))),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
