import { sql, type RawBuilder } from 'kysely';
import { TRAIT_COLUMNS, TRAITS } from '../../../core/traits.js';
import { hidden } from '../../../db/owner.js';
import { createTempTable, type Scope } from '../apply/scope.js';
import { QUEEN_FACTS, TEST_FACTS } from '../draft-columns.js';
import { restName } from '../member-names.js';

/** Kinds of records that an import changes. */
export type RecordKind = 'queen' | 'evaluation' | 'apiary' | 'hive' | 'breeding_value';

/** First position of queens that no row describes. These queens come after all rows of the file. */
const FIRST_POSITION_WITHOUT_ROW = 1_000_000_000;

const TRAIT_WORDS = sql.join(Object.values(TRAITS).map(({ column, word }) => sql`(${column}::text, ${word}::text)`));

const RELATIVES = ['mother', 'father', 'mated_to'];

/**
 * Finds the fields of records that the import would set or change.
 *
 * Creates the temporary tables `review_queen` (queen → position in the review) and `review_change` (position, kind of
 * record, REST name of the field, former and new value as text).
 * @param hasNewValues whether the file has breeding values that no earlier import has stored
 */
export async function findChanges(scope: Scope, hasNewValues: boolean): Promise<void> {
  await createTempTable(
    scope,
    'review_queen',
    sql`
      select id, coalesce("row", ${FIRST_POSITION_WITHOUT_ROW} + row_number() over (order by "row" nulls last, name, id))::integer as position
      from (select distinct on (id) id, "row", name from next_queen where is_new or is_changed order by id, "row") n`,
    'id',
  );
  await createTempTable(scope, 'review_name', namesOfQueens(scope), 'id');
  await createTempTable(
    scope,
    'review_change',
    sql`
      select position, 1 as section, place, 'queen'::text as record, member, old, new from (${changesOfQueens(scope)}) c
      union all select position, 2, place, 'evaluation', member, old, new from (${changesOfEvaluations(scope)}) c
      union all (
        select min(s."row"), 3, 1, 'apiary', 'name', null, a.name
        from file_apiary a join row_place s on s.apiary_id = a.apiary_id where a.is_new group by a.apiary_id, a.name)
      union all select position, 3, place, 'apiary', member, old, new from (${changesOfApiaries(scope)}) c
      union all (
        select min(s."row"), 4, 1, 'hive', 'name', null, h.name
        from file_hive h join row_place s on s.hive_id = h.hive_id where h.is_new group by h.hive_id, h.name)
      union all ${CHANGES_OF_HEADS}
      union all
        select v."row", 6, 1, 'breeding_value', t.word, null, v.normalized::text
        from value v join (values ${TRAIT_WORDS}) as t(name, word) on t.name = v.trait
        where ${hasNewValues}::boolean`,
    'position',
  );
}

/**
 * Returns a row of SQL `values` for each column: place in the list of changes, REST name, former value (from `old`) and
 * new value (from `new`).
 */
function values(columns: readonly string[], first = 1): RawBuilder<unknown> {
  return sql.join(
    columns.map(
      (column, index) =>
        sql`(${first + index}::integer, ${restName(column)}::text, ${sql.ref(`old.${column}`)}::text, ${sql.ref(`new.${column}`)}::text)`,
    ),
  );
}

function namesOfQueens({ accountId }: Scope): RawBuilder<unknown> {
  return sql`
    with named as (select distinct on (id) id, name from next_queen order by id)
    select id, name from named
    union all
    select q.id, q.name from queen q
    where q.account_id = ${hidden(accountId)} and q.id not in (select id from named) and q.id in (
      select unnest(array[mother_id, father_id, mated_to_id, old_mother_id, old_father_id, old_mated_to_id]) from next_queen
      union select old_queen_id from hive_head union select queen_id from hive_head)`;
}

function changesOfQueens({ accountId }: Scope): RawBuilder<unknown> {
  const relatives = RELATIVES.map(
    (relative, index) => sql`
      (${100 + index}::integer, ${relative}::text, (select name from review_name where id = ${sql.ref(`old.${relative}_id`)}),
        (select name from review_name where id = ${sql.ref(`new.${relative}_id`)}))`,
  );
  return sql`
    select r.position, c.*
    from next_queen new
    join review_queen r on r.id = new.id
    left join queen old on old.account_id = ${hidden(accountId)} and old.id = new.id
    cross join lateral (values ${values(['name', 'external_id', ...QUEEN_FACTS])}, ${sql.join(relatives)})
      as c(place, member, old, new)
    where c.old is distinct from c.new`;
}

function changesOfEvaluations({ accountId }: Scope): RawBuilder<unknown> {
  const place = (table: string, file: string, id: string) => (alias: string) => sql`
    coalesce((select name from ${sql.table(file)} f where f.${sql.id(id)} = ${sql.ref(`${alias}.${id}`)} limit 1),
      (select name from ${sql.table(table)} t where t.account_id = ${hidden(accountId)} and t.id = ${sql.ref(`${alias}.${id}`)}))`;
  const [apiary, hive] = [place('apiary', 'file_apiary', 'apiary_id'), place('hive', 'file_hive', 'hive_id')];
  return sql`
    select new."row" as position, c.*
    from next_evaluation new
    left join evaluation old on old.account_id = ${hidden(accountId)} and old.id = new.id
    cross join lateral (values ${values(['year'])},
      (2, 'apiary', ${apiary('old')}, ${apiary('new')}), (3, 'hive', ${hive('old')}, ${hive('new')}),
      ${values([...TEST_FACTS, ...TRAIT_COLUMNS], 4)}) as c(place, member, old, new)
    where (new.is_new or new.is_changed) and c.old is distinct from c.new`;
}

function changesOfApiaries({ accountId }: Scope): RawBuilder<unknown> {
  return sql`
    select (select min("row") from row_place s where s.apiary_id = new.apiary_id) as position, c.*
    from file_apiary new
    join apiary old on old.account_id = ${hidden(accountId)} and old.id = new.apiary_id
    cross join lateral (values ${values(['postal_code', 'country_code'])}) as c(place, member, old, new)
    where new.is_changed and c.old is distinct from c.new`;
}

/** Selects the hives that get a first or another queen, with the former and the new queen. */
const CHANGES_OF_HEADS = sql`
    select min(s."row"), 5, 1, 'hive', 'queen',
      (select name from review_name where id = h.old_queen_id), (select name from review_name where id = h.queen_id)
    from hive_head h
    join row_place s on s.hive_id = h.hive_id
    join subject on subject."row" = s."row" and subject.queen_id = h.queen_id
    where h.old_queen_id is distinct from h.queen_id
    group by h.hive_id, h.queen_id, h.old_queen_id`;
