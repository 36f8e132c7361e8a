import { sql, type Kysely, type RawBuilder } from 'kysely';
import { hidden } from '../../db/owner.js';
import { permits, type Permissions } from '../../auth/permissions.js';
import type { ImportKey } from './findings.js';
import type { Check } from './undo-check.js';
import { CLASHES } from './undo-clashes.js';

const NAMED = 5;

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

const testsAt = (column: string, table: string, where: string): Check => ({
  rows: byOthers('evaluation', column, table, year),
  what: ['evaluation entered otherwise', 'evaluations entered otherwise'],
  does: [`is ${where} that it created`, `are ${where} that it created`],
  isNamed: false,
  resource: 'evaluations',
});

const CHANGED: Check['does'] = ['was changed since', 'were changed since'];

const CHECKS: Check[] = [
  ...(['mother_id', 'father_id', 'mated_to_id'] as const).map((column): Check => {
    const relative = `a ${column === 'mated_to_id' ? 'mate' : column.slice(0, -3)} that it created`;
    return {
      rows: byOthers('queen', column, 'queen', queen),
      what: ['queen entered otherwise', 'queens entered otherwise'],
      does: [`has ${relative}`, `have ${relative}`],
      isNamed: true,
    };
  }),
  testsAt('queen_id', 'queen', 'of queens'),
  testsAt('apiary_id', 'apiary', 'at apiaries'),
  testsAt('hive_id', 'hive', 'in hives'),
  {
    rows: byOthers('hive', 'apiary_id', 'apiary', name),
    what: ['hive entered otherwise', 'hives entered otherwise'],
    does: ['stands at apiaries that it created', 'stand at apiaries that it created'],
    isNamed: true,
    resource: 'hive',
  },
  {
    rows: byOthers('hive', 'queen_id', 'queen', name),
    what: ['hive', 'hives'],
    does: ['is headed by queens that it created', 'are headed by queens that it created'],
    isNamed: true,
    resource: 'hive',
  },
  {
    rows: ({ account, id }) => sql`
      select distinct coalesce(q.external_id, q.name) as called
      from breeding_value v
      join queen q on q.account_id = v.account_id and q.id = v.queen_id
      join ebv_run e on e.account_id = v.account_id and e.id = v.run_id
      where v.account_id = ${account} and q.import_id = ${id} and e.import_id is distinct from ${id}`,
    what: ['queen that it created', 'queens that it created'],
    does: ['has breeding values', 'have breeding values'],
    isNamed: true,
    resource: 'blup',
  },
  {
    rows: ({ account, id }) => sql`
      select distinct i.filename as called
      from import_row r
      join queen q on q.account_id = r.account_id and q.id = r.queen_id
      join import i on i.account_id = r.account_id and i.id = r.import_id
      where r.account_id = ${account} and q.import_id = ${id} and r.import_id <> ${id}
        and i.restored_by is distinct from ${id}`,
    what: ['later import', 'later imports'],
    does: ['describes queens that it created', 'describe queens that it created'],
    isNamed: true,
  },
  { rows: touched('queen', queen), what: ['queen', 'queens'], does: CHANGED, isNamed: true },
  {
    rows: touched('evaluation', year),
    what: ['evaluation', 'evaluations'],
    does: CHANGED,
    isNamed: false,
    resource: 'evaluations',
  },
  { rows: touched('hive', name), what: ['hive', 'hives'], does: CHANGED, isNamed: true, resource: 'hive' },
  { rows: touched('apiary', name), what: ['apiary', 'apiaries'], does: CHANGED, isNamed: true, resource: 'hive' },
];

/**
 * What was built on an import, or has taken what it would give back: in words as the caller may read it; empty where
 * nothing did.
 */
export async function whatStandsInTheWay(
  db: Kysely<unknown>,
  { accountId, importId }: ImportKey,
  permissions: Permissions,
): Promise<string[]> {
  const mine = { account: hidden(accountId), id: sql`${importId}::uuid` };
  const found: string[] = [];
  for (const { rows, what, does, isNamed, resource } of [...CHECKS, ...CLASHES]) {
    const result = await sql<{ count: number; examples: string[] }>`
      with obstacle as (${rows(mine)})
      select (select count(*)::integer from obstacle) as count,
             array(select called from obstacle order by called limit ${NAMED}) as examples`.execute(db);
    const { count = 0, examples = [] } = result.rows[0] ?? {};
    if (count === 0) continue;
    if (resource && !permits(permissions, { resource, level: 'read' })) {
      found.push(`${what[1]} ${does[1]}`);
      continue;
    }
    const number = count === 1 ? 0 : 1;
    const named = isNamed ? ` (${examples.join(', ')}${count > NAMED ? ', …' : ''})` : '';
    found.push(`${count} ${what[number]}${named} ${does[number]}`);
  }
  return found;
}
