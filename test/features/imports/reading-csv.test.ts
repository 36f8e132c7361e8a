import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { BrokenRecord, CsvRecords } from '../../../src/features/imports/reading/csv-records.js';
import { UnreadableFile } from '../../../src/features/imports/reading/draft.js';
import { file, readAll, readLines, refusal, contents } from './reading-files.js';
import { runs } from '../../support/fuzz.js';

const encodings = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-8 with BOM': (text: string) => Buffer.from(`\ufeff${text}`),
  'UTF-16 LE': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 BE': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
};

/** Text that contains special characters of CSV, but no NUL characters and no unpaired surrogates. */
const cell = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('"', ';', ',', '\t', '\n', '\r', ' ', 'ä', '€', '𝔄'),
      fc.string({ minLength: 1, maxLength: 1 }),
    ),
  })
  .map((text) => text.replaceAll('\0', ''));

function quote(cell: string, delimiter: string, always: boolean): string {
  return always || /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

describe('text', () => {
  test.each(Object.entries(encodings))('is unchanged in %s', async (_name, encode) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.boolean(),
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }),
        async (delimiter, newline, always, ended, rows) => {
          // The first cell of each row begins with a digit, so that it is not a known header. Otherwise, a row with
          // more known headers than the first row, such as `Q;Ul;Box`, would become the header.
          const records = [['name', 'notes', 'y'], ...rows.map(([a, b, c]) => [`7${a}`, b, c])];
          const text = records
            .map((cells) => cells.map((each) => quote(each, delimiter, always)).join(delimiter))
            .join(newline);
          const { head, drafts, errors } = await readAll(file(encode(text + (ended ? newline : ''))));
          expect(head.headers).toEqual(['name', 'notes', 'y']);
          expect(errors.filter(({ column }) => column !== 'name')).toEqual([]);
          expect(drafts.map((draft) => draft.cells)).toEqual(records.slice(1));
          expect(drafts.map((draft) => draft.row)).toEqual(rows.map((_, i) => i + 2));
        },
      ),
      { numRuns: runs(100) },
    );
  });

  test('in Windows-1252 is recognized by an invalid UTF-8 byte, even far from the start', async () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => `Q${i};x`);
    const { head, drafts } = await readAll(
      file(Buffer.from(`name;Stärke\n${rows.join('\n')}\nK\xf6nigin \x80\x85;x`, 'latin1')),
    );
    expect(head.headers).toEqual(['name', 'Stärke']);
    expect(drafts.at(-1)!.cells).toEqual(['Königin €…', 'x']);
  });

  // Regression: one invalid byte changed every umlaut: "Ä" was imported as "Ã„".
  test('in UTF-8 with a byte of another encoding is refused with the number of the line', async () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => `Käthe ${i};süß`).join('\n');
    const bytes = Buffer.concat([
      Buffer.from(`name;Stärke\n${rows}\n`),
      Buffer.from('J\xf6rg;x\n', 'latin1'),
      Buffer.from(rows),
    ]);
    const error = await refusal(file(bytes));
    expect([error.path, error.message]).toEqual(['file', expect.stringMatching(/UTF-8, but not line 60002/)]);
  });

  test('in UTF-8 is recognized even if characters are split between blocks', async () => {
    for (const shift of [0, 1, 2, 3]) {
      const long = 'x'.repeat(shift) + '€𝔄ä'.repeat(100_000);
      const { drafts } = await readAll(file(`name,notes2\n${long.slice(0, 150)},${long}`));
      expect(drafts[0]!.cells[1]).toBe(long);
    }
  });

  test.each([
    ['UTF-16 LE, cut off within a character', 'UTF-16', Buffer.from('fffe6e0061006d0065000a0041', 'hex')],
    ['UTF-16 BE, cut off within a character', 'UTF-16', Buffer.from('feff006e0061006d0065000a00', 'hex')],
    ['UTF-16 LE, cut off within a surrogate pair', 'UTF-16', Buffer.from('\ufeffname\nA\ud834', 'utf16le')],
    ['UTF-16 LE, with an unpaired surrogate', 'UTF-16', Buffer.from('\ufeffname\nA\ud834B\n', 'utf16le')],
    ['UTF-8 with a byte order mark, cut off within a character', 'UTF-8', Buffer.from('efbbbf6e616d650a41c3', 'hex')],
    ['UTF-8 with a byte order mark and invalid bytes', 'UTF-8', Buffer.from('efbbbf6e616d650a41e4420a', 'hex')],
  ])('that contradicts its byte order mark is refused as damaged: %s', async (_, problem, bytes) => {
    const error = await refusal(file(bytes));
    expect(error).toBeInstanceOf(UnreadableFile);
    expect([error.path, error.message]).toEqual([
      'file',
      expect.stringMatching(new RegExp(`^The file is damaged or not complete.*${problem}`)),
    ]);
    expect((await readAll(file(Buffer.from('\ufeffname\nA\u{1d11e}B', 'utf16le')))).drafts).toHaveLength(1);
  });

  test('that is damaged far from the start is refused', async () => {
    const rows = Array.from({ length: 60_000 }, (_, n) => `Q${n}`).join('\n');
    const whole = Buffer.from(`\ufeffname\n${rows}`, 'utf16le');
    expect((await refusal(file(whole.subarray(0, -1)))).message).toMatch(/damaged or not complete/);
  });

  test('with only two characters in UTF-8 and one byte of another encoding is refused', async () => {
    const bytes = Buffer.concat([Buffer.from('name\nKäthe\nÄnne\n'), Buffer.from('J\xf6rg\n', 'latin1')]);
    expect((await refusal(file(bytes))).message).toMatch(/UTF-8, but not line 4/);
  });

  test('is read in the requested encoding, but the byte order mark decides between the variants of UTF-16', async () => {
    const marked = file('\ufeffx;name\n1;Änne');
    const { head, drafts } = await readAll(marked, { encoding: 'windows-1252' });
    expect([head.encoding, drafts[0]!.name]).toEqual(['windows-1252', 'Ã„nne']);
    const bigEndian = file(encodings['UTF-16 BE']('name\nÄnne'));
    const wide = await readAll(bigEndian, { encoding: 'utf-16' });
    expect([wide.head.encoding, wide.drafts[0]!.name]).toEqual(['utf-16be', 'Änne']);
    expect(await refusal(marked, { encoding: 'EBCDIC' })).toMatchObject({ path: 'encoding' });
  });

  test('may end with U+001A and line breaks, and may begin with a form feed', async () => {
    for (const end of ['\x1a', '\x1a\r\n', '\x1a\n\n']) {
      const { drafts, errors } = await readAll(file(`\fname;race\r\nAnna;C\r\n${end}`));
      expect([drafts.map(({ name }) => name), errors]).toEqual([['Anna'], []]);
    }
  });

  test('that ends within a character is not read as UTF-8', async () => {
    const path = file(Buffer.concat([Buffer.from('name\nAnna €'), Buffer.from([0xe2, 0x82])]));
    expect((await readAll(path)).head.encoding).not.toBe('utf-8');
    const { drafts } = await readAll(path, { encoding: 'Windows-1252' });
    expect(drafts[0]!.name).toBe('Anna â‚¬â‚');
  });
});

describe('records', () => {
  test('are numbered as in a spreadsheet; blank rows have numbers, but are not read', async () => {
    const { drafts } = await readLines(['name;notes', 'A;"two', 'lines"', '', ' ; ', 'B;x', '']);
    expect(drafts.map(({ row, name }) => [row, name])).toEqual([
      [2, 'A'],
      [5, 'B'],
    ]);
  });

  test('are numbered from the start of the file, even if blank lines precede the header', async () => {
    const { drafts } = await readLines(['', ';', 'name;notes', 'A;x']);
    expect(drafts.map(({ row }) => row)).toEqual([4]);
    const late = await readLines([...Array<string>(30).fill(''), 'name;notes', 'A;x']);
    expect([late.head.headerRow, late.drafts[0]!.row]).toEqual([31, 32]);
  });

  test('may end with CRLF, LF or CR in the same file', async () => {
    const { drafts } = await readAll(file('name;notes\r\nA;1\nB;2\r\nC;3\rD;4'));
    expect(drafts.map(({ cells }) => cells)).toEqual([
      ['A', '1'],
      ['B', '2'],
      ['C', '3'],
      ['D', '4'],
    ]);
  });

  test('get empty cells if they are too short; records that are too long are errors unless the extra cells are empty', async () => {
    const { drafts, errors } = await readLines(['name,race,notes', 'A', 'B,C,x,,', 'D,C,x,w,y,', 'E,C']);
    expect(drafts.map(({ cells }) => cells)).toEqual([
      ['A', '', ''],
      ['B', 'C', 'x'],
      ['E', 'C', ''],
    ]);
    expect(errors).toEqual([{ row: 4, column: null, message: 'has 5 cells, but there are only 3 columns' }]);
  });

  test('have cells with the blanks around a text, but values without these blanks', async () => {
    const { drafts } = await readLines(['name ,race', '  Anna\u00a0, C ']);
    expect(drafts[0]!.cells).toEqual(['  Anna\u00a0', ' C ']);
    expect(contents(drafts[0])).toEqual({ supposed_generation: 'F0', name: 'Anna', race: 'C' });
  });

  test('are split at the delimiter of the header; quoted text is ignored when the delimiter is determined', async () => {
    const first = async (header: string) => (await readAll(file(`${header}\n1`))).head.headers;
    expect(await first('name;"a,b,c,d";race')).toEqual(['name', 'a,b,c,d', 'race']);
    expect(await first('"name, or ""number"", or both",name,race')).toEqual([
      'name, or "number", or both',
      'name',
      'race',
    ]);
    expect(await first('name\t"x;y;z,,,,"\trace')).toEqual(['name', 'x;y;z,,,,', 'race']);
    for (const hint of ['sep=;', '"sep=;"', 'sep=;;;']) {
      const hinted = await readAll(file(`${hint}\r\nname;a,b,c,d\r\nAnna;x`));
      // The line `sep=` counts as a row of the file, but is not part of the table.
      expect(hinted.drafts[0]).toMatchObject({ row: 3, cells: ['Anna', 'x'] });
    }
  });

  test('have unique headers: equal headers are numbered, and empty headers are named by position', async () => {
    const { head } = await readLines(['name;HONIG;;HONIG;;HONIG;column 3', 'A;1;2;3;4;5;6']);
    expect(head.headers).toEqual(['name', 'HONIG', 'column 3', 'HONIG#2', 'column 5', 'HONIG#3', 'column 3#2']);
  });

  test('with NUL characters have an error for each cell that contains such a character', async () => {
    const { drafts, errors } = await readLines(['name;race;notes', 'A;C;x', 'B;C\0;x\0', 'D;C;x']);
    expect(drafts.map(({ name, cells }) => [name, cells.length])).toEqual([
      ['A', 3],
      ['B', 0],
      ['D', 3],
    ]);
    expect(errors).toEqual([
      { row: 3, column: 'race', message: 'contains a NUL character' },
      { row: 3, column: 'notes', message: 'contains a NUL character' },
    ]);
  });

  test('are all read with any batch size', async () => {
    const path = file(['name', ...Array.from({ length: 250 }, (_, i) => `Q${i}`)].join('\n'));
    for (const size of [1, 7, 250, 1000]) expect((await readAll(path, {}, size)).drafts).toHaveLength(250);
  });

  test('have a digest that depends only on headers and cells', async () => {
    const [one] = (await readLines(['name;race', 'A;C'])).drafts;
    const [, same] = (await readAll(file('name,race\nX,C\nA,C'))).drafts;
    const [cut] = (await readLines(['name;race', '"A;C";'])).drafts;
    const [other] = (await readLines(['name;rasse', 'A;C'])).drafts;
    expect(one!.digest).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(same!.digest).toBe(one!.digest);
    expect(new Set([one, cut, other].map((each) => each!.digest)).size).toBe(3);
  });

  test('equal the records of an independent parser, wherever the text is split', () => {
    const text = fc.string({
      unit: fc.constantFrom('"', '"', ';', ';', '\n', '\r', '\r\n', 'a', ' ', '"a"', '""'),
      maxLength: 40,
    });
    fc.assert(
      fc.property(text, fc.array(fc.nat(60)), (text, cuts) => {
        const ours = () => {
          const records = new CsvRecords(';', 1000);
          const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
          const found = places.slice(1).flatMap((place, i) => records.push(text.slice(places[i], place)));
          return [...found, ...records.end()];
        };
        let theirs: string[][] | null;
        try {
          theirs = parse(text, {
            delimiter: ';',
            record_delimiter: ['\r\n', '\n', '\r'],
            relax_column_count: true,
          }) as string[][];
        } catch {
          theirs = null;
        }
        if (theirs === null) expect(ours).toThrow(BrokenRecord);
        else expect(ours()).toEqual(theirs);
      }),
      { numRuns: runs(500) },
    );
  });
});

test('a table may have 1,024 columns', async () => {
  const header = ['name', ...Array.from({ length: 1023 }, (_, i) => `c${i}`)].join(';');
  expect((await readLines([header, 'Anna'])).head.headers).toHaveLength(1024);
});

describe('unreadable text', () => {
  test.each([
    ['an empty file', '', /empty/],
    ['only blanks', ' \r\n\r\n;;\n', /empty/],
    ['a header without rows', 'name;race\n', /no row of data/],
    ['no known column', 'foo;bar\n1;2\n', /No column identifies queens.*"foo", "bar".*queen_name/],
    ['prose instead of a table', 'Dear all,\nthe bees are fine.\n', /No column identifies queens/],
    ['an unclosed quote', 'name;race\nA;C\nB;"C\nD;C', /^Row 3: .*never closed/],
    ['text after a closing quote', 'name;race\nA;C\nB;"C"x;y\n', /^Row 3: text follows after the closing quote/],
    ['a quote inside an unquoted cell', 'name;race\n\nB "x";y\n', /^Row 3: a cell contains a quote/],
    [
      'too many columns',
      `name;${Array.from({ length: 1999 }, (_, i) => `c${i}`).join(';')}\nA;1`,
      /has 2000 columns; at most 1024/,
    ],
    ['more than a million blank rows', `name\nAnna\n${'\n'.repeat(1_000_001)}Berta`, /more than a million blank rows/],
    ['a cell of more than 1 MiB', `name;notes\nA;x\nB;${'x'.repeat(1_100_000)}`, /^Row 3 is larger than 1 MiB/],
    [
      'an unclosed quote before more than a megabyte of text',
      `name;notes\nA;"x\n${'B;y\n'.repeat(300_000)}`,
      /^Row 2 is larger than 1 MiB/,
    ],
  ])('is refused: %s', async (_what, content, message) => {
    const error = await refusal(file(content));
    expect(error).toBeInstanceOf(UnreadableFile);
    expect(error.message).toMatch(message);
    expect(error.path).toBe('file');
  });

  // Regression: the headers were read as names of queens.
  test('is refused if its headers are in the first column', async () => {
    for (const above of ['', 'My queens;;\n']) {
      const table = `${above}Königin;Anna;Berta\nSchlupf;2021;2022\nHonig;30;20\n`;
      expect(await refusal(file(table))).toMatchObject({
        message: expect.stringContaining('headers in the first column'),
        details: { kind: 'transposed' },
      });
    }
    const { drafts } = await readAll(file('Königin;Farbe\nHonig;gelb\nMutter;rot\nAnna;blau\n'));
    expect(drafts.map(({ name }) => name)).toEqual(['Honig', 'Mutter', 'Anna']);
  });

  test('is refused with the kind of the error, if no column identifies queens', async () => {
    expect(await refusal(file('foo;bar\n1;2\n'))).toMatchObject({ details: { kind: 'no_queen_column' } });
  });

  test('is refused with a hint at the encoding if it is not UTF-8 and has no known column in any encoding', async () => {
    const error = await refusal(file(Buffer.from('f\xf6\xf6;b\xe4r\n1;2\n', 'latin1')));
    expect(error).toMatchObject({ path: 'file', details: { kind: 'unknown_encoding' } });
    expect(error.message).toMatch(/^The encoding of the file cannot be recognized/);
  });

  test.each([
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), /old Excel workbook/],
    ['a PDF', Buffer.from('%PDF-1.7\n%\xe2'), /a PDF/],
    ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /image/],
    ['random bytes', Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919 + ((i * i) >> 3)) & 255)), /binary/],
    ['NUL bytes', Buffer.alloc(5000), /binary/],
    ['a control character in the header', 'name\x01;race\nAnna;C\n', /binary/],
    ['a workbook of Excel 4', Buffer.from('09040600000010000000', 'hex'), /old Excel workbook/],
    ['a photo', Buffer.from('ffd8ffe000104a464946', 'hex'), /image/],
    ['a text document', '{\\rtf1\\ansi name}', /RTF/],
    ['a compressed file', Buffer.from('1f8b08000000000000ff', 'hex'), /gzip/],
    ['a database', 'SQLite format 3\0', /SQLite/],
    ['a SYLK file', 'ID;PWXL;N;E\nC;Y1;X1;K"name"\n', /SYLK/],
    ['a web archive', 'MIME-Version: 1.0\nname\n', /MHTML/],
    ['a web page', '<table><tr><td>name</td></tr></table>', /HTML/],
    ['a web page with a byte order mark', '\ufeff<html><body>name</body></html>', /HTML/],
    ['a web page in UTF-16 LE', Buffer.from('\ufeff<html>name</html>', 'utf16le'), /HTML/],
    ['a web page in UTF-16 BE', Buffer.from('\ufeff<html>name</html>', 'utf16le').swap16(), /HTML/],
    ['an XML document', '<?xml version="1.0"?><queens><name>Anna</name></queens>', /XML document/],
    ['a JSON document', '[{"name": "Anna"}]', /JSON/],
    ['an empty archive', Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]), /not an Excel workbook/],
  ])('is refused as an unsupported type: %s', async (_what, content, message) => {
    const error = await refusal(file(content));
    expect(error.message).toMatch(message);
    expect(error.code).toBe('unsupported_media_type');
  });
});
