// Duration of an import of queens on PostgreSQL, compared with a plain COPY of the same rows in one run.
//   npm run bench:import -- [rows]
// (default 100,000; DATABASE_URL is the address of a server on which a database may be created)
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { writePopulation } from './population.js';
import { copyRaw, copyResult } from './copy.js';
import { importThrough, memory, register, startService, stop, timed, withDatabase } from './service.js';

const rows = Number(process.argv[2] ?? 100_000);

await withDatabase(async ({ url, folder }) => {
  const file = join(folder, 'queens.csv');
  await writePopulation(file, rows);
  const service = await startService(url);
  const { cookie } = await register(service.base, 'bench');
  const before = await memory(service.child);
  const imported = await timed(() => importThrough(service.base, cookie, file));
  const peak = await memory(service.child, 'VmHWM');
  const again = await timed(() => importThrough(service.base, cookie, file));
  await stop(service.child);

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const raw = await timed(() => copyRaw(client, file));
  const result = await timed(() => copyResult(client));
  await client.end();

  const rate = (ms) => Math.round(rows / (ms / 1000)).toLocaleString('en');
  console.log(`\n${rows.toLocaleString('en')} rows, ${((await readFile(file)).length / 1e6).toFixed(1)} MB`);
  console.table({
    'upload to completed': { seconds: imported / 1000, 'rows a second': rate(imported) },
    'the same file again': { seconds: again / 1000, 'rows a second': rate(again) },
    'COPY of the file into a table of text columns': { seconds: raw / 1000, 'rows a second': rate(raw) },
    'the rows it became into like tables (INSERT … SELECT)': { seconds: result / 1000, 'rows a second': rate(result) },
  });
  console.log(
    `rate of the import: ${(raw / imported).toFixed(3)} of COPY into text columns, ${(result / imported).toFixed(3)} of writing the rows it became`,
  );
  console.log(`memory of the service: ${before} MB idle, ${peak} MB at most`);
});
