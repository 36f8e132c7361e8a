import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';

const TRAITS = ['honey', 'gentleness', 'vigor', 'wintering', 'non_swarming', 'comb_behavior', 'hyg6h', 'hyg24h'];
const BATCH_QUEENS = 20_000;

/**
 * Writes a population into an account: queens and, unless `bare`, their evaluations and a run of breeding values.
 * Triggers run as in the service. Foreign keys, and indexes other than those of constraints, are created at the end,
 * which is faster.
 */
export async function fill(client, accountId, herd, { bare = false } = {}) {
  await client.query(`set maintenance_work_mem = '256MB'`);
  const restore = await dropIndexes(client, ['queen', 'evaluation', 'breeding_value']);
  await copy(client, 'queen', accountId, queens(herd));
  if (!bare) {
    await copy(client, 'evaluation', accountId, evaluations(herd));
    await breedingValues(client, accountId, herd);
  }
  await restore();
}

function* queens(herd) {
  for (let queen = 0; queen < herd.size; queen += 1) yield herd.row(queen);
}

function* evaluations(herd) {
  for (let queen = 0; queen < herd.size; queen += 1) yield* herd.evaluations(queen);
}

/** Copies rows into a table. All rows have the same members, which are column names. */
async function copy(client, table, accountId, rows) {
  const first = rows.next();
  if (first.done) return;
  const columns = Object.keys(first.value);
  const line = (row) => `${accountId}\t${columns.map((column) => row[column] ?? '\\N').join('\t')}\n`;
  function* text() {
    let chunk = line(first.value);
    for (const row of rows) {
      chunk += line(row);
      if (chunk.length > 60_000) {
        yield chunk;
        chunk = '';
      }
    }
    yield chunk;
  }
  const stream = client.query(copyFrom(`copy ${table} (account_id, ${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(text()), stream);
}

/** Inserts a completed run with values of queens and workers for every trait. The values are hashes of the ids. */
async function breedingValues(client, accountId, herd) {
  const run = herd.id(0, 9);
  await client.query(
    `insert into ebv_run (account_id, id, status, source, method, traits, base_years, progress, created_at, computed_at)
     values ($1, $2, 'completed', 'computed', 'honey_bee', $3, 5, 1, '2025-12-01', '2025-12-01')`,
    [accountId, run, TRAITS],
  );
  const noise = (salt) => `(abs(hashtext(q.id || t.trait || e.kind || '${salt}')) % 1000) / 1000.0`;
  for (let first = 0; first < herd.size; first += BATCH_QUEENS) {
    await client.query(
      `insert into breeding_value (account_id, run_id, queen_id, trait, entity_type, raw, normalized, reliability,
         parent_average, family, own_test, offspring)
       select $1::uuid, $2::uuid, q.id, t.trait, e.kind, ${noise('raw')}, 70 + 60 * ${noise('normal')}, ${noise('r2')},
         piece, piece, piece, piece
       from queen q, unnest($3::text[]) t (trait), unnest(array['queen', 'worker']) e (kind),
         lateral (select case e.kind when 'queen' then ${noise('raw')} / 4 end as piece) p
       where q.account_id = $1 and q.id between $4 and $5
       order by q.id, t.trait, e.kind`,
      [accountId, run, TRAITS, herd.id(first), herd.id(Math.min(first + BATCH_QUEENS, herd.size) - 1)],
    );
  }
}

/**
 * Drops foreign keys, and all indexes that do not belong to constraints.
 * @returns a function that creates them again
 */
async function dropIndexes(client, tables) {
  const { rows } = await client.query(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])
     union all
     select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
     from pg_index i where i.indrelid = any($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { drop } of rows) await client.query(drop);
  return async () => {
    for (const { create } of rows) await client.query(create);
  };
}
