import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ZipFile } from 'yazl';
import { onlyRow } from '../../db/only-row.js';
import { csvHead, csvLine, type CsvValue } from '../imports/csv-write.js';
import { DOCUMENT, FORMAT, VERSION } from '../imports/portable/document.js';
import { inUtc } from '../imports/portable/kinds.js';
import { SECTIONS } from '../imports/portable/sections.js';
import type { Section } from '../imports/portable/section.js';
import { profileOf } from './profile.js';
import { documentRows, rowsOf, tableRows } from './rows.js';

/** The imported rows of a queen have no column in the CSV file, because each of them is a whole row of another file. */
const PART_WITHOUT_CSV = 'origin';

/**
 * Writes a consistent snapshot of the account to the archive. Reads rows only as fast as the client (or
 * a temporary file) receives the archive.
 * @param db transaction with isolation level repeatable read
 * @param signal aborts the work, for example when the client disconnects
 */
export async function writeArchive(
  db: Kysely<unknown>,
  accountId: string,
  archive: ZipFile,
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{ now: string }>`select ${inUtc(sql`now()`)} as now`.execute(db);
  const now = onlyRow(rows).now;
  const add = async (name: string, chunks: AsyncIterable<string>) => {
    const entry = new PassThrough();
    archive.addReadStream(entry, name, { mtime: new Date(now) });
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      if (!entry.write(chunk)) await once(entry, 'drain', { signal });
    }
    entry.end();
  };
  await add(DOCUMENT, document(db, accountId, now));
  for (const [name, section] of Object.entries(SECTIONS)) await add(`${name}.csv`, table(db, accountId, section));
  archive.end();
}

/** The account as one JSON document, with each row on its own line. */
async function* document(db: Kysely<unknown>, accountId: string, now: string): AsyncGenerator<string> {
  const head = JSON.stringify({ format: FORMAT, version: VERSION, exported_at: now }).slice(0, -1);
  yield `${head},\n"account":${JSON.stringify(await profileOf(db, accountId))}`;
  for (const [name, section] of Object.entries(SECTIONS)) {
    let separator = `,\n${JSON.stringify(name)}:[\n`;
    yield* lines(db, documentRows(accountId, section), ({ line }) => {
      const text = separator + line;
      separator = ',\n';
      return text;
    });
    yield separator === ',\n' ? '\n]' : `${separator}]`;
  }
  yield '\n}\n';
}

async function* table(db: Kysely<unknown>, accountId: string, section: Section): AsyncGenerator<string> {
  const { members, parts = {}, csvColumns = {} } = section;
  const lists = Object.keys(parts).filter((name) => name !== PART_WITHOUT_CSV);
  const headers = [...Object.keys(members), ...lists, ...Object.keys(csvColumns)];
  yield csvHead(headers);
  yield* lines(db, tableRows(accountId, section, lists), (row) =>
    csvLine(headers.map((name) => row[name] as CsvValue)),
  );
}

async function* lines<Row>(
  db: Kysely<unknown>,
  query: RawBuilder<Row>,
  line: (row: Row) => string,
): AsyncGenerator<string> {
  const source = rowsOf(db, query);
  for (let next = await source.next(); !next.done;) {
    const chunk = next.value.map(line).join('');
    yield chunk;
    next = await source.next(chunk.length);
  }
}
