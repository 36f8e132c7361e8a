import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ImportKey } from './staging.js';

interface Check {
  /** Rows that stand in the way; selects `called`. */
  rows: (mine: { account: RawBuilder<unknown>; id: RawBuilder<unknown> }) => RawBuilder<unknown>;
  /** What they are, with how many and a few of them. */
  say: (count: number, examples: string) => string;
}

const NAMED = 5;
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** What the import itself changed goes back to what it was; whether it was changed again since is asked elsewhere. */
const notChangedByIt = (table: string): Check['rows'] => {
  return ({ account, id }) => sql`
    r.id not in (
      select row_id from import_change c where c.account_id = ${account} and c.import_id = ${id} and c.kind = ${table}
    )`;
};

const byOthers = (table: string, column: string, created: string, called: RawBuilder<unknown>): Check['rows'] => {
  return ({ account, id }) => sql`
    select ${called} as called from ${sql.table(table)} r
    join ${sql.table(created)} c on c.account_id = r.account_id and c.id = ${sql.ref(`r.${column}`)}
    where r.account_id = ${account} and c.import_id = ${id} and r.import_id is distinct from ${id}
      and ${notChangedByIt(table)({ account, id })}`;
};

/** Rows of a kind that the import wrote and that were written again since. */
const touched = (kind: string, called: RawBuilder<unknown>): Check['rows'] => {
  return ({ account, id }) => sql`
    select ${called} as called from ${sql.table(kind)} r
    join import i on i.account_id = r.account_id and i.id = ${id}
    where r.account_id = ${account} and r.edited_at <> i.applied_at
      and (r.import_id = ${id} or r.id in (
        select row_id from import_change c where c.account_id = ${account} and c.import_id = ${id} and c.kind = ${kind}
      ))`;
};

const queen = sql`coalesce(r.external_id, r.name)`;
const name = sql`r.name`;
const year = sql`r.year::text`;

const CHECKS: Check[] = [
  ...(['mother_id', 'father_id', 'mated_to_id'] as const).map((column) => ({
    rows: byOthers('queen', column, 'queen', queen),
    say: (count: number, examples: string) =>
      `${plural(count, 'queen', 'queens')} entered otherwise (${examples}) ${count === 1 ? 'has' : 'have'} a ${
        column === 'mated_to_id' ? 'mate' : column.slice(0, -3)
      } that it created`,
  })),
  {
    rows: byOthers('evaluation', 'queen_id', 'queen', year),
    say: (count) =>
      `${plural(count, 'evaluation', 'evaluations')} entered otherwise ${count === 1 ? 'is' : 'are'} of queens that it created`,
  },
  {
    rows: byOthers('evaluation', 'apiary_id', 'apiary', year),
    say: (count) =>
      `${plural(count, 'evaluation', 'evaluations')} entered otherwise ${count === 1 ? 'is' : 'are'} at apiaries that it created`,
  },
  {
    rows: byOthers('evaluation', 'hive_id', 'hive', year),
    say: (count) =>
      `${plural(count, 'evaluation', 'evaluations')} entered otherwise ${count === 1 ? 'is' : 'are'} in hives that it created`,
  },
  {
    rows: byOthers('hive', 'apiary_id', 'apiary', name),
    say: (count, examples) =>
      `${plural(count, 'hive', 'hives')} entered otherwise (${examples}) ${count === 1 ? 'stands' : 'stand'} at apiaries that it created`,
  },
  {
    rows: ({ account, id }) => sql`
      select r.name as called from hive r join queen c on c.account_id = r.account_id and c.id = r.queen_id
      where r.account_id = ${account} and c.import_id = ${id} and r.import_id is distinct from ${id}
        and ${notChangedByIt('hive')({ account, id })}`,
    say: (count, examples) =>
      `${plural(count, 'hive', 'hives')} (${examples}) ${count === 1 ? 'is' : 'are'} headed by queens that it created`,
  },
  {
    rows: ({ account, id }) => sql`
      select distinct coalesce(q.external_id, q.name) as called
      from breeding_value v
      join queen q on q.account_id = v.account_id and q.id = v.queen_id
      join ebv_run e on e.account_id = v.account_id and e.id = v.run_id
      where v.account_id = ${account} and q.import_id = ${id} and e.import_id is distinct from ${id}`,
    say: (count, examples) =>
      `${plural(count, 'queen', 'queens')} that it created (${examples}) ${count === 1 ? 'has' : 'have'} breeding values`,
  },
  {
    rows: ({ account, id }) => sql`
      select distinct i.filename as called
      from import_row r
      join queen q on q.account_id = r.account_id and q.id = r.queen_id
      join import i on i.account_id = r.account_id and i.id = r.import_id
      where r.account_id = ${account} and q.import_id = ${id} and r.import_id <> ${id}
        and i.restored_by is distinct from ${id}`,
    say: (count, examples) =>
      `${plural(count, 'later import', 'later imports')} (${examples}) ${count === 1 ? 'describes' : 'describe'} queens that it created`,
  },
  {
    rows: touched('queen', queen),
    say: (count, examples) =>
      `${plural(count, 'queen', 'queens')} (${examples}) ${count === 1 ? 'was' : 'were'} changed since`,
  },
  {
    rows: touched('evaluation', year),
    say: (count) => `${plural(count, 'evaluation', 'evaluations')} ${count === 1 ? 'was' : 'were'} changed since`,
  },
  {
    rows: touched('hive', name),
    say: (count, examples) =>
      `${plural(count, 'hive', 'hives')} (${examples}) ${count === 1 ? 'was' : 'were'} changed since`,
  },
  {
    rows: touched('apiary', name),
    say: (count, examples) =>
      `${plural(count, 'apiary', 'apiaries')} (${examples}) ${count === 1 ? 'was' : 'were'} changed since`,
  },
];

/** What was built on an import, in words; empty where nothing was. */
export async function whatStandsInTheWay(db: Kysely<unknown>, { accountId, importId }: ImportKey): Promise<string[]> {
  const mine = { account: sql`${accountId}::uuid`, id: sql`${importId}::uuid` };
  const found: string[] = [];
  for (const { rows, say } of CHECKS) {
    const result = await sql<{ count: number; examples: string[] | null }>`
      with obstacle as (${rows(mine)})
      select (select count(*)::integer from obstacle) as count,
             array(select called from obstacle order by called limit ${NAMED}) as examples`.execute(db);
    const { count = 0, examples } = result.rows[0] ?? {};
    if (count > 0) found.push(say(count, `${(examples ?? []).join(', ')}${count > NAMED ? ', …' : ''}`));
  }
  return found;
}
