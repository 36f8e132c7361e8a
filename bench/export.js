// Measures memory and time of a complete export on PostgreSQL, and of the restore of a smaller export into an empty
// account.
//   node bench/export.js [rows to export] [rows to restore]
// (default 1,000,000 and 200,000; DATABASE_URL is the address of a PostgreSQL server that allows new databases)
import { createWriteStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { importThrough, memory, register, startService, timed, withDatabase } from './service.js';

const [rows, restored] = [Number(process.argv[2] ?? 1_000_000), Number(process.argv[3] ?? 200_000)];

await withDatabase(async ({ url, folder }) => {
  const file = join(folder, 'queenbook.zip');
  const service = await startService(url);
  const exportTo = ({ cookie }) => exportThrough(service.base, cookie, file);
  const large = await register(service.base, 'large');
  await insertRows(url, large.id, rows);
  await exportTo(await register(service.base, 'nobody'));
  await settle(service.child);
  const idle = await memory(service.child);
  const exportTime = await timed(() => exportTo(large));
  const exportPeak = await memory(service.child, 'VmHWM');
  const { size } = await stat(file);

  const small = await register(service.base, 'small');
  await insertRows(url, small.id, restored);
  await exportTo(small);
  const { cookie } = await register(service.base, 'new');
  await settle(service.child);
  const before = await memory(service.child);
  const restoreTime = await timed(() => importThrough(service.base, cookie, file, 'queenbook.zip'));
  const restorePeak = await memory(service.child, 'VmHWM');
  const rate = (count, ms) => Math.round(count / (ms / 1000)).toLocaleString('en');
  console.table({
    export: {
      rows,
      seconds: exportTime / 1000,
      'rows per second': rate(rows, exportTime),
      'MB before': idle,
      'peak MB': exportPeak,
    },
    restore: {
      rows: restored,
      seconds: restoreTime / 1000,
      'rows per second': rate(restored, restoreTime),
      'MB before': before,
      'peak MB': restorePeak,
    },
  });
  console.log(`archive of ${rows.toLocaleString('en')} rows: ${(size / 1e6).toFixed(1)} MB`);
});

async function exportThrough(base, cookie, file) {
  const response = await fetch(`${base}/api/account/export`, { headers: { cookie } });
  if (response.status !== 200) throw new Error(await response.text());
  await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
}

/** Waits for garbage collection and resets the peak memory of the service. */
async function settle({ pid }) {
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** Inserts rows: half are queens, each with a raw row of an import, and half are their evaluations. */
async function insertRows(url, account, count) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const queens = count / 2;
  const uuid = (kind, number) => `lpad(${kind} || lpad(to_hex(${number}), 12, '0'), 32, '0')::uuid`;
  await client.query(
    `insert into import (account_id, id, status, format, filename, dry_run, headers)
     values ($1, ${uuid(9, 1)}, 'completed', 'table', 'all.csv', false, array['Name', 'Nummer', 'Bemerkung', 'Züchter', 'Jahr'])`,
    [account],
  );
  await client.query(
    `insert into queen (account_id, id, generation, name, name_key, external_id, race, birth_date, status, mother_id, father_id, mated_to_id, notes)
     select $1, ${uuid(1, 'n')}, 'F0', 'Königin ' || n, 'konigin ' || n, 'DE-44-1-' || n, 'C', (1990 + n / 40000)::text, 'dead',
            case when n > 100000 then ${uuid(1, 'n - 50000')} end, case when n > 100000 then ${uuid(1, 1)} end, ${uuid(1, 1)}, 'ruhig, wabenstet'
     from generate_series(1, $2::integer) n`,
    [account, queens],
  );
  await client.query(
    `insert into evaluation (account_id, id, queen_id, year, evaluator, honey, gentleness, vigor, wintering, non_swarming, comb_behavior, hyg6h)
     select $1, ${uuid(2, 'n')}, ${uuid(1, 'n')}, 2020, 'Prüfer ' || n % 40, n % 100, 3, 2.5, 3, 3.5, 2, n % 50
     from generate_series(1, $2::integer) n`,
    [account, queens],
  );
  await client.query(
    `insert into import_row (account_id, queen_id, import_id, row, digest, cells)
     select $1, ${uuid(1, 'n')}, ${uuid(9, 1)}, n, md5(n::text)::uuid,
            array['Königin ' || n, 'DE-44-1-' || n, 'ruhig, wabenstet', 'Prüfer ' || n % 40, '2020']
     from generate_series(1, $2::integer) n`,
    [account, queens],
  );
  await client.query('vacuum analyze queen, evaluation, import_row');
  await client.end();
}
