import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { readInWorker } from '../../../src/features/imports/reading/read-table.js';
import type { Draft, TableHead } from '../../../src/features/imports/reading/draft.js';
import { file, readAll, workbook } from './reading-files.js';

const data = (name: string) => new URL(`../../../src/demo/${name}`, import.meta.url).pathname;
const options = { filename: 'file.csv' };
const nothing = { head: async () => {}, batch: async () => {} };

describe('when files are read in a thread', () => {
  test.each(['datenimport-2005-2024.csv', 'stockkarten-2024.csv', 'regine-f1-2024.csv'])(
    '%s has the same result as without a thread',
    async (name) => {
      let head: TableHead | undefined;
      const drafts: Draft[] = [];
      await readInWorker(data(name), options, {
        head: async (table) => void (head = table),
        batch: async (batch) => void drafts.push(...batch.drafts),
      });
      const here = await readAll(data(name));
      expect(head).toEqual(here.head);
      expect(drafts).toEqual(here.drafts);
    },
  );

  test('the batches contain all errors, and each batch contains the number of its rows', async () => {
    let rows = 0;
    const errors: unknown[] = [];
    await readInWorker(file('name;born\nA;31.02.2023\n\nB;2023\nC;1'), options, {
      head: async () => {},
      batch: async (batch) => {
        rows += batch.rows;
        errors.push(...batch.errors);
      },
    });
    expect(rows).toBe(3);
    expect(errors).toEqual([
      expect.objectContaining({ row: 2, column: 'born', message: 'names a day that does not exist: "31.02.2023"' }),
      expect.objectContaining({ row: 5, column: 'born' }),
    ]);
  });

  test('the handler of a batch starts only after the handler of the previous batch has finished', async () => {
    const path = file(['name', ...Array.from({ length: 10_000 }, (_, i) => `Q${i}`)].join('\n'));
    let busy = 0;
    const names: string[] = [];
    const one = async (work: () => void) => {
      expect(++busy).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 5));
      work();
      busy--;
    };
    await readInWorker(path, options, {
      head: () => one(() => {}),
      batch: (batch) => one(() => names.push(...batch.drafts.map((draft) => draft.name!))),
    });
    expect(names).toEqual(Array.from({ length: 10_000 }, (_, i) => `Q${i}`));
  });

  test('an error in a handler ends the reading', async () => {
    const path = file(['name', ...Array.from({ length: 10_000 }, (_, i) => `Q${i}`)].join('\n'));
    let batches = 0;
    const mine = new Error('no permission');
    await expect(readInWorker(path, options, { ...nothing, head: () => Promise.reject(mine) })).rejects.toBe(mine);
    const full = new Error('full');
    await expect(
      readInWorker(path, options, {
        ...nothing,
        batch: async () => {
          if (++batches === 2) throw full;
        },
      }),
    ).rejects.toBe(full);
    expect(batches).toBe(2);
  });

  test('unreadable files are reported, even if the error is far from the start', async () => {
    await expect(readInWorker(file(''), options, nothing)).rejects.toMatchObject({
      message: 'The file is empty.',
      path: 'file',
      details: { kind: 'empty' },
    });
    await expect(readInWorker(file('name\nA'), { ...options, sheet: 'S' }, nothing)).rejects.toMatchObject({
      path: 'sheet',
    });
    const rows = Array.from({ length: 20_000 }, (_, i) => `Q${i}`).join('\n');
    let seen = 0;
    await expect(
      readInWorker(file(`name\n${rows}\n"open`), options, {
        ...nothing,
        batch: async (batch) => void (seen += batch.rows),
      }),
    ).rejects.toMatchObject({ message: expect.stringMatching(/^Row 20002: .*never closed/) as never });
    // The thread reads all rows once before it sends the first batch.
    expect(seen).toBe(0);
    await expect(readInWorker('/nowhere/at/all.csv', options, nothing)).rejects.toHaveProperty('path', 'file');
  });

  test('files have the same result if they are read one after another, at the same time or after files that failed', async () => {
    const names = ['stockkarten-2024.csv', 'regine-f1-2024.csv', 'datenimport-2005-2024.csv'];
    const expected = await Promise.all(names.map(async (name) => (await readAll(data(name))).drafts));
    const drafts = async (name: string) => {
      const read: Draft[] = [];
      await readInWorker(data(name), options, { ...nothing, batch: async (batch) => void read.push(...batch.drafts) });
      return read;
    };
    const fails = [
      () => readInWorker(file(''), options, nothing),
      () => readInWorker(data(names[0]!), options, { ...nothing, batch: () => Promise.reject(new Error('full')) }),
    ];
    for (const fail of [undefined, ...fails]) {
      if (fail) await expect(fail()).rejects.toThrow();
      const afterEachOther: Draft[][] = [];
      for (const name of names) afterEachOther.push(await drafts(name));
      const atOnce = await Promise.all(names.map(drafts));
      // For thousands of drafts, the comparison by Jest takes several seconds.
      expect([afterEachOther, atOnce].map((each) => isDeepStrictEqual(each, expected))).toEqual([true, true]);
    }
  });

  test('a file that needs too much memory is refused, and the process continues', async () => {
    // 3,000,000 different shared strings are below every limit of size, but do not fit into a heap of 32 MB.
    const strings = Array.from({ length: 3_000_000 }, (_, i) => `<si><t>${i}</t></si>`).join('');
    const path = file(
      await workbook([{ name: 'S', rows: '<row><c t="str"><v>name</v></c></row>' }], { strings }),
      'xlsx',
    );
    await expect(readInWorker(path, options, nothing, { maxOldGenerationSizeMb: 32 })).rejects.toMatchObject({
      code: 'payload_too_large',
    });
  });
});
