import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';

/** Copies the file into a table with text columns, without keys and indexes. */
export async function copyRaw(client, file) {
  const [head = ''] = (await readFile(file, 'utf8')).split('\r\n', 1);
  const columns = head.split(';').map((header) => `"${header}" text`);
  await client.query(`create table raw (${columns.join(', ')})`);
  const stream = client.query(copyFrom(`copy raw from stdin with (format csv, delimiter ';', header)`));
  await pipeline(createReadStream(file), stream);
}

/**
 * Copies the imported rows into new tables with the primary keys, indexes and checks of the service's tables, but
 * without foreign keys and triggers. The time is that of an import without parsing, matching, foreign keys and
 * triggers.
 */
export async function copyResult(client) {
  for (const table of ['queen', 'apiary', 'evaluation', 'import_row']) {
    await client.query(`create table ${table}_like (like ${table} including all)`);
    const { rows } = await client.query(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    await client.query(`insert into ${table}_like (${rows[0].columns}) select ${rows[0].columns} from ${table}`);
  }
}
