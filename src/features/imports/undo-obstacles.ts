import { sql, type Kysely, type RawBuilder } from 'kysely';
import { hidden } from '../../db/owner.js';
import { permits, type Permissions } from '../../auth/permissions.js';
import { countNamed } from '../writes/referrers.js';
import type { ImportKey } from './findings.js';
import type { Check, Obstacle } from './undo-check.js';
import { CONFLICTS } from './undo-conflicts.js';

/**
 * Excludes rows that the import changed, because the undo reverts them. `changedSince` finds the rows that were changed
 * again after the import.
 */
const notChangedByImport = (table: string): Check['rows'] => {
  return ({ account, id }) => sql`
    r.id not in (
      select row_id from import_change c where c.account_id = ${account} and c.import_id = ${id} and c.kind = ${table}
    )`;
};

const referencesFromElsewhere = (
  table: string,
  column: string,
  created: string,
  called: RawBuilder<unknown>,
): Check['rows'] => {
  return ({ account, id }) => sql`
    select ${called} as called from ${sql.table(table)} r
    join ${sql.table(created)} c on c.account_id = r.account_id and c.id = ${sql.ref(`r.${column}`)}
    where r.account_id = ${account} and c.import_id = ${id} and r.import_id is distinct from ${id}
      and ${notChangedByImport(table)({ account, id })}`;
};

/** Selects rows that the import wrote and that were changed again after the import. */
const changedSince = (kind: string, called: RawBuilder<unknown>): Check['rows'] => {
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

const testsAt = (kind: Check['kind'], column: string, table: string, where: string): Check => ({
  kind,
  rows: referencesFromElsewhere('evaluation', column, table, year),
  subject: ['evaluation that the import did not create', 'evaluations that the import did not create'],
  predicate: [`is ${where} that the import created`, `are ${where} that the import created`],
  isNamed: false,
  resource: 'evaluations',
});

const changedRows = (
  table: string,
  plural: 'queens' | 'evaluations' | 'hives' | 'apiaries',
  called: RawBuilder<unknown>,
  options: Pick<Check, 'isNamed' | 'resource'>,
): Check => ({
  kind: `changed_${plural}`,
  rows: changedSince(table, called),
  subject: [table, plural],
  predicate: ['was changed after the import', 'were changed after the import'],
  ...options,
});

const CHECKS: Check[] = [
  ...(
    [
      ['daughters', 'mother_id'],
      ['daughters_of_sire', 'father_id'],
      ['mated_queens', 'mated_to_id'],
    ] as const
  ).map(([kind, column]): Check => {
    const relative = `a ${column === 'mated_to_id' ? 'mate' : column.slice(0, -3)} that the import created`;
    return {
      kind,
      rows: referencesFromElsewhere('queen', column, 'queen', queen),
      subject: ['queen that the import did not create', 'queens that the import did not create'],
      predicate: [`has ${relative}`, `have ${relative}`],
      isNamed: true,
    };
  }),
  testsAt('tests_of_queens', 'queen_id', 'queen', 'for queens'),
  testsAt('tests_at_apiaries', 'apiary_id', 'apiary', 'at apiaries'),
  testsAt('tests_in_hives', 'hive_id', 'hive', 'in hives'),
  {
    kind: 'hives_at_apiaries',
    rows: referencesFromElsewhere('hive', 'apiary_id', 'apiary', name),
    subject: ['hive that the import did not create', 'hives that the import did not create'],
    predicate: ['is at apiaries that the import created', 'are at apiaries that the import created'],
    isNamed: true,
    resource: 'hive',
  },
  {
    kind: 'hives_of_queens',
    rows: referencesFromElsewhere('hive', 'queen_id', 'queen', name),
    subject: ['hive', 'hives'],
    predicate: ['is headed by queens that the import created', 'are headed by queens that the import created'],
    isNamed: true,
    resource: 'hive',
  },
  {
    kind: 'breeding_values',
    rows: ({ account, id }) => sql`
      select distinct coalesce(q.external_id, q.name) as called
      from breeding_value v
      join queen q on q.account_id = v.account_id and q.id = v.queen_id
      join ebv_run e on e.account_id = v.account_id and e.id = v.run_id
      where v.account_id = ${account} and q.import_id = ${id} and e.import_id is distinct from ${id}`,
    subject: ['queen that the import created', 'queens that the import created'],
    predicate: ['has breeding values', 'have breeding values'],
    isNamed: true,
    resource: 'blup',
  },
  {
    kind: 'later_imports',
    rows: ({ account, id }) => sql`
      select distinct i.filename as called
      from import_row r
      join queen q on q.account_id = r.account_id and q.id = r.queen_id
      join import i on i.account_id = r.account_id and i.id = r.import_id
      where r.account_id = ${account} and q.import_id = ${id} and r.import_id <> ${id}
        and i.restored_by is distinct from ${id}`,
    subject: ['later import', 'later imports'],
    predicate: ['describes queens that the import created', 'describe queens that the import created'],
    isNamed: true,
  },
  changedRows('queen', 'queens', queen, { isNamed: true }),
  changedRows('evaluation', 'evaluations', year, { isNamed: false, resource: 'evaluations' }),
  changedRows('hive', 'hives', name, { isNamed: true, resource: 'hive' }),
  changedRows('apiary', 'apiaries', name, { isNamed: true, resource: 'hive' }),
];

/**
 * Finds the rows that block the undo of an import. These rows depend on the import, were changed after it, or have a
 * unique value that the undo would restore in another row.
 * @returns obstacles, described within the caller's permissions; empty if the import can be undone
 */
export async function findObstacles(
  db: Kysely<unknown>,
  { accountId, importId }: ImportKey,
  permissions: Permissions,
): Promise<Obstacle[]> {
  const mine = { account: hidden(accountId), id: sql`${importId}::uuid` };
  const found: Obstacle[] = [];
  for (const { kind, rows, subject, predicate, isNamed, resource } of [...CHECKS, ...CONFLICTS]) {
    const { count, names } = await countNamed(db, rows(mine));
    if (count === 0) continue;
    if (resource && !permits(permissions, { resource, level: 'read' })) {
      found.push({ message: `${subject[1]} ${predicate[1]}`, params: { kind } });
      continue;
    }
    const number = count === 1 ? 0 : 1;
    const named = isNamed ? ` (${names.join(', ')})` : '';
    found.push({
      message: `${count} ${subject[number]}${named} ${predicate[number]}`,
      params: { kind, count, ...(isNamed && { names }) },
    });
  }
  return found;
}
