// Measures an import of queens on PostgreSQL, and compares it with a plain COPY of the same rows.
//   npm run bench:import -- [rows]
// (default 100,000; DATABASE_URL is the address of a PostgreSQL server that allows new databases)
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
    'import, from upload to completion': { seconds: imported / 1000, 'rows per second': rate(imported) },
    'second import of the same file': { seconds: again / 1000, 'rows per second': rate(again) },
    'COPY of the file into a table of text columns': { seconds: raw / 1000, 'rows per second': rate(raw) },
    'INSERT … SELECT of the imported rows': { seconds: result / 1000, 'rows per second': rate(result) },
  });
  console.log(
    `rate of the import divided by the rate of COPY: ${(raw / imported).toFixed(3)}, ` +
      `by the rate of INSERT … SELECT: ${(result / imported).toFixed(3)}`,
  );
  console.log(`memory of the service: ${before} MB before the import, peak ${peak} MB`);
});
