import { sql, type Kysely } from 'kysely';

/**
 * The number of queens per account. An account also has one evaluation per queen, four breeding values per queen in
 * each of two runs, and a hive for every second queen.
 */
export const QUEENS = 10_000;

/** Returns the id of the n-th row of a kind in an account. */
export const idOf = (n: number): string => `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

const id = (n: string) => sql.raw(`('01900000-0000-7000-8000-' || lpad(to_hex((${n})::integer), 12, '0'))::uuid`);
const oneOf = (n: string, ...values: (string | number | null)[]) => {
  const list = values.map((value) => (typeof value === 'string' ? `'${value}'` : `${value}`));
  return sql.raw(`(array[${list.join()}])[1 + (${n}) % ${values.length}]`);
};

/**
 * Fills an account with rows of many years: ten generations, many equal dates and scores, some missing values, and most
 * rows from one import. Rare values are rare in every account.
 */
export async function fill(db: Kysely<unknown>, account: string, queens = QUEENS): Promise<void> {
  const apiary = `n % ${Math.min(300, queens)} + 1`;
  const numbers = sql`generate_series(1, ${queens}::integer) n`;
  const written = sql`case when n % 10 < 7 then timestamptz '2025-01-01' else timestamptz '2025-02-01' + n * interval '1 second' end`;
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
  await run(sql`
    insert into queen (account_id, id, generation, name, name_key, external_id, race, birth_date, status, mother_id,
      father_id, mated_to_id, created_at, updated_at)
    select ${account}, ${id('n')}, ${oneOf('n', 'F0', 'F1', 'F0')}, name, lower(name),
      case when n % 4 > 0 then 'DE-44-' || n % 97 || '-' || n || '-' || year end, ${oneOf('n', 'C', 'C', 'B', 'C', 'L', null)},
      case when n % 3 = 0 then year::text else year || '-05-' || 10 + n % 20 end,
      ${oneOf('n', 'dead', 'dead', 'dead', 'dead', 'dead', 'testing', 'testing', 'production', 'sold', null)},
      case when n > 1000 then ${id('n - 1000 + n % 500')} end, case when n > 1000 then ${id('n % 1000 + 1')} end,
      case when n % 5 = 0 then ${id('n % 1000 + 1')} end, ${written}, ${written}
    from ${numbers} cross join lateral (select 2014 + n / 1000 as year) born
    cross join lateral (
      select ${oneOf('n', 'Anna', 'Berta', 'Carla', 'Dora', 'Emma', 'Frieda', 'Greta')} || ' ' || md5(n::text) as name
    ) named`);
  await run(sql`
    insert into queen_identifier (account_id, queen_id, system, value)
    select ${account}, ${id('n')}, 'beebreed', 'LV-' || n from ${numbers} where n % 2 = 0`);
  await run(
    sql`insert into apiary (account_id, id, name) select ${account}, ${id('n')}, 'Stand ' || n from ${numbers} where n <= 300`,
  );
  await run(sql`
    insert into hive (account_id, id, apiary_id, name, queen_id)
    select ${account}, ${id('n')}, case when n % 7 > 0 then ${id(apiary)} end, 'Beute ' || n, ${id('n')}
    from ${numbers} where n % 2 = 0`);
  await run(sql`
    insert into evaluation (account_id, id, queen_id, year, evaluated_on, apiary_id, hive_id, honey, gentleness, vigor,
      wintering, non_swarming, comb_behavior, hyg6h, hyg24h, created_at, updated_at)
    select ${account}, ${id('n')}, ${id('n')}, year, case when n % 2 = 0 then year || '-07-' || 10 + n % 20 end, ${id(apiary)},
      case when n % 10 = 0 then ${id('n')} end, case when n % 9 > 0 then n % 700 / 10.0 end,
      ${sql.join(Array(5).fill(oneOf('n', 2.5, 3, 3.5, 3, 4, null)))}, case when n % 4 = 0 then n % 40 end,
      case when n % 4 = 0 then n % 40 + 5 end, ${written}, ${written}
    from ${numbers} cross join lateral (select 2015 + n / 1000 as year) tested`);
  await run(sql`
    insert into ebv_run (account_id, id, status, source, traits, computed_at)
    select ${account}, ${id('n')}, 'completed', 'computed', '{honey,gentleness}', timestamptz '2025-01-01' + n * interval '1 day'
    from ${numbers} where n <= 2`);
  await run(sql`
    insert into breeding_value (account_id, run_id, queen_id, trait, entity_type, raw, normalized, reliability)
    select ${account}, run.id, ${id('n')}, trait, kind, n % 7919 / 100.0, 60 + n % 7919 / 100.0, n % 83 / 100.0
    from ${numbers} cross join unnest('{honey,gentleness}'::text[]) trait cross join unnest('{queen,worker}'::text[]) kind
      join ebv_run run on run.account_id = ${account}`);
}

const TABLES = [
  'queen',
  'queen_identifier',
  'apiary',
  'hive',
  'evaluation',
  'ebv_run',
  'breeding_value',
  'ranking_row',
];

/** Analyzes the tables and disables automatic analysis. */
export async function analyzeOnce(db: Kysely<unknown>): Promise<void> {
  for (const table of [...TABLES, 'change', 'change_clock']) {
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(db);
    await sql`analyze ${sql.table(table)}`.execute(db);
  }
}

/** Updates statistics and visibility maps, as autovacuum eventually does. */
export async function settle(db: Kysely<unknown>): Promise<void> {
  for (const table of [...TABLES, 'change', 'change_clock']) {
    // While an older transaction is open, for example in autovacuum, pages do not become all-visible. PostgreSQL would
    // then read the table, too, and not only the index.
    do await sql`vacuum analyze ${sql.table(table)}`.execute(db);
    while (!(await isVisibleToAll(db, table)));
  }
}

async function isVisibleToAll(db: Kysely<unknown>, table: string): Promise<boolean> {
  const { rows } = await sql<{ visible: boolean }>`
    select relallvisible >= relpages as visible from pg_class where oid = ${table}::regclass`.execute(db);
  return rows[0]!.visible;
}
