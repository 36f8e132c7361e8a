import { sql, type RawBuilder } from 'kysely';
import { NIL_UUID } from '../../graphql/ids.js';
import { called } from '../queens/lineage/lineage-rules.js';
import type { Check } from './undo-check.js';

/**
 * Selects rows that the import changed, if another row (`o`) now has a unique value that the changed row had before the
 * import. `r` is the changed row now, and `old` is this row before the import.
 * @param holder condition on the other row `o`. The undo does not change `o`
 */
const takenSince = (
  kind: 'queen' | 'evaluation' | 'hive',
  holder: RawBuilder<unknown>,
  name: RawBuilder<unknown>,
): Check['rows'] => {
  return ({ account, id }) => sql`
    select ${name} as called from import_change c
    cross join lateral jsonb_populate_record(null::${sql.table(kind)}, c.before) old
    join ${sql.table(kind)} r on r.account_id = c.account_id and r.id = c.row_id
    join ${sql.table(kind)} o on o.account_id = c.account_id and ${holder}
    where c.account_id = ${account} and c.import_id = ${id} and c.kind = ${kind}
      and o.import_id is distinct from ${id} and o.id not in (
        select row_id from import_change other
        where other.account_id = ${account} and other.import_id = ${id} and other.kind = ${kind}
      )`;
};

const queenOf = (row: string) => sql`
  (select ${called('q')} from queen q where q.account_id = r.account_id and q.id = ${sql.ref(`${row}.queen_id`)})`;
const place = (column: string) => sql`coalesce(${sql.ref(column)}, ${NIL_UUID}::uuid)`;

/**
 * Checks for unique values that the undo would restore, but that another row uses now. Identifiers need no check,
 * because imports never replace them.
 */
export const CONFLICTS: Check[] = [
  {
    kind: 'taken_names',
    rows: takenSince(
      'queen',
      sql`old.external_id is null and o.external_id is null and o.name = old.name`,
      sql`old.name`,
    ),
    subject: ['name that the undo would restore', 'names that the undo would restore'],
    predicate: [
      'is now used by another queen without an identifier',
      'are now used by other queens without an identifier',
    ],
    isNamed: true,
  },
  {
    kind: 'taken_hives',
    rows: takenSince(
      'hive',
      sql`o.queen_id = old.queen_id`,
      sql`${queenOf('old')} || ', at the head of hive ' || o.name`,
    ),
    subject: ['queen who would head a hive again', 'queens who would head a hive again'],
    predicate: ['now heads another hive', 'now head other hives'],
    isNamed: true,
    resource: 'hive',
  },
  {
    kind: 'taken_evaluations',
    rows: takenSince(
      'evaluation',
      sql`o.queen_id = r.queen_id and o.year = r.year and ${place('o.apiary_id')} = ${place('old.apiary_id')}`,
      sql`${queenOf('r')} || ' in ' || r.year`,
    ),
    subject: [
      'evaluation that the import moved to another apiary',
      'evaluations that the import moved to other apiaries',
    ],
    predicate: [
      'cannot return, because the queen now has another evaluation at the former apiary',
      'cannot return, because their queens now have other evaluations at the former apiaries',
    ],
    isNamed: true,
    resource: 'evaluations',
  },
];
