import { sql, type RawBuilder } from 'kysely';
import { fetchRows } from '../../../db/fetch-rows.js';
import { hidden } from '../../../db/owner.js';
import { called } from '../../queens/lineage/lineage-rules.js';
import { FORMER_NAME } from '../../queens/name-key.js';
import type { Answer } from '../decisions.checks.js';
import { assignGroups, groupRows, withKnownYears, type MarkedQueen, type StatedRow } from './identifier-groups.js';
import { drafts, faults, run, table, UUID, warnings, type Scope } from './scope.js';

/** What the breeder decided about an identifier, given by its key; null if nothing. */
export const decided = ({ decisions }: Scope, key: RawBuilder<unknown>): RawBuilder<string | null> => sql`
  coalesce((select answer from decision where decision.key = ${key}), ${decisions.all ?? null}::text)`;

/** Makes `decision`: key of an identifier → answer. */
export async function readDecided(scope: Scope): Promise<void> {
  await table(
    scope,
    'decision',
    sql`
      select distinct on (key) identifier_key(identifier) as key, answer
      from jsonb_each_text(${JSON.stringify(scope.decisions.each)}::jsonb) as given(identifier, answer) order by key`,
  );
}

/** Rows of a file that this service wrote name their queen by her id. */
const isOwnRow = ({ isOwn }: Scope) => sql`
  coalesce(${isOwn}::boolean and d.cells[1] ~* ${UUID} and lower(d.cells[1]) = q.id::text, false)`;

interface StatedNumber extends StatedRow {
  key: string;
  /** The identifier as it is written first. */
  value: string;
  decision: Answer | null;
  isExplicit: boolean;
  isComplete: boolean;
  marked: MarkedQueen[] | null;
  holderId: string | null;
  holderYear: string | null;
  holderNameKey: string | null;
  holderName: string | null;
}

interface Moved {
  row: number;
  key: string;
  mark: string;
}
interface Clash {
  row: number;
  key: string;
  value: string;
  queen_id: string;
  field: string;
  given: string;
  other: string;
  name: string;
  other_name: string;
}
/** A name of a queen among those of one identifier (`12/2021`), and the identifier that her rows have now. */
interface Alias {
  key: string;
  mark: string;
  target: string | null;
}

/**
 * Splits the rows of an identifier that names several queens, by year of birth and name. Rows of a queen whom the account
 * has as `12/2022` get that identifier, and so do rows of those who were decided to be other queens. What contradicts the
 * account and was not decided is noted in `clashing`.
 *
 * Makes `clashing`; `split_number`, the identifiers of the file that name several queens; and `number_alias`, by which
 * references name one of them. Changes `file_number` and `import_draft.external_id`.
 */
export async function splitNumbers(scope: Scope): Promise<void> {
  await table(
    scope,
    'clashing',
    sql`
      select ''::text as key, '' as value, gen_random_uuid() as queen_id, 0 as "row", '' as field, '' as given, '' as other,
             '' as name, '' as other_name, null::text as alternative, null::uuid as other_id, false as is_new
      where false`,
  );
  await table(
    scope,
    'split_number',
    sql`select ''::text collate "C" as key, ''::text as queens, 0 as count where false`,
  );
  await table(
    scope,
    'number_alias',
    sql`select ''::text collate "C" as key, ''::text collate "C" as target where false`,
  );
  const [moved, clashes, aliases]: [Moved[], Clash[], Alias[]] = [[], [], []];
  const split: { key: string; queens: string; count: number }[] = [];
  await findMarkedNumbers(scope);
  const bare: number[] = [];
  const renamed: { key: string; mark: string }[] = [];
  const unclear: { row: number; value: string; queens: string; count: number }[] = [];
  const settle = (rows: readonly StatedNumber[]) => {
    const [first] = rows;
    if (first === undefined) return;
    const { key, value, holderId } = first;
    const holder = holderId === null ? null : { year: first.holderYear, nameKey: first.holderNameKey };
    const known = [...(holder === null ? [] : [holder]), ...(first.marked ?? [])];
    const { groups, ambiguous } = groupRows(withKnownYears(rows, known));
    const assigned = assignGroups(groups, { ...first, holder, marked: first.marked ?? [] });
    for (const [index, { mark, contradicts }] of assigned.entries()) {
      const group = groups[index]!;
      const [row] = group.rows;
      if (mark !== null) moved.push(...group.rows.map((each) => ({ row: each, key, mark })));
      if (contradicts === null) continue;
      const [given, other] =
        contradicts === 'birth_date' ? [group.year!, first.holderYear!] : [group.name!, first.holderName!];
      clashes.push({ row: row!, key, value, queen_id: holderId!, field: contradicts, given, other, name: group.name ?? value, other_name: first.holderName! }); // prettier-ignore
    }
    const marks = [...new Set(assigned.map(({ mark }) => mark))];
    if (marks.length === 1) {
      const [group] = groups;
      if (marks[0] === null && first.marked && group!.year === null && group!.nameKey === null)
        bare.push(group!.rows[0]!);
      if (marks[0] !== null) renamed.push({ key, mark: marks[0]! });
      return;
    }
    const queens = groups.map(({ year, name }) => `${value}/${year ?? name ?? '?'}`).join(', ');
    split.push({ key, queens, count: marks.length });
    unclear.push(...ambiguous.map((row) => ({ row, value, queens, count: marks.length })));
    const names = groups.flatMap(({ year, name }, index) =>
      [year, name].flatMap((mark) => (mark === null ? [] : { key, mark, target: assigned[index]!.mark })),
    );
    for (const name of names) {
      const isShared = names.some(({ mark, target }) => mark === name.mark && target !== name.target);
      if (isShared) split.push({ key: `${key}/${name.mark}`, queens, count: marks.length });
      else aliases.push(name);
    }
  };
  let rows: StatedNumber[] = [];
  for await (const some of fetchRows(scope.db, statedNumbers(scope))) {
    for (const row of some) {
      if (rows[0]?.key !== row.key) {
        settle(rows);
        rows = [];
      }
      rows.push(row);
    }
  }
  settle(rows);
  await moveRows(scope, moved);
  await keep(scope, 'split_number', ['key', 'queens', 'count'], split);
  if (split.length > 0) await run(scope, sql`update split_number set key = identifier_key(key)`);
  await run(
    scope,
    sql`
      update file_number n set queen_id = target.queen_id, is_new = target.is_new
      from json_to_recordset(${JSON.stringify(renamed)}::json) as r(key text, mark text)
      join file_number own on own.key = r.key
      join file_number target on target.key = identifier_key(own.value || '/' || r.mark)
      where n.key = r.key`,
  );
  await nameAliases(scope, aliases);
  await keep(scope, 'clashing', ['row', 'key', 'value', 'queen_id', 'field', 'given', 'other', 'name', 'other_name'], clashes); // prettier-ignore
  await warnings(
    scope,
    sql`
      select d."row", 'external_id', ${takenAs('d.external_id', 'q.name', 'o.queens')},
             jsonb_build_object('given', d.external_id, 'found', q.name, 'others', o.queens) as params
      from json_array_elements_text(${JSON.stringify(bare)}::json) as b("row")
      join ${drafts(scope)} on d."row" = b."row"::integer
      join ${OTHERS_OF_NUMBER} o on o.key = d.external_key
      join file_number n on n.key = d.external_key
      join queen q on q.account_id = ${hidden(scope.accountId)} and q.id = n.queen_id`,
    'identifier_of_several',
  );
  await faults(
    scope,
    sql`
      select u."row", 'external_id', 'does not say which queen: "' || u.value || '" names several in this file: ' || u.queens,
             jsonb_build_object('given', u.value, 'queens', u.count, 'identifiers', u.queens) as params
      from jsonb_to_recordset(${JSON.stringify(unclear)}::jsonb) as u("row" integer, value text, queens text, count integer)`,
    'ambiguous_identifier',
  );
}

/** Makes `slashed`: queens of the account whose identifier is another one with a mark (`12/2022`). */
async function findMarkedNumbers(scope: Scope): Promise<void> {
  const account = hidden(scope.accountId);
  await table(
    scope,
    'slashed',
    sql`
      select regexp_replace(key, ' ?/[^/]+$', '') as key, regexp_replace(key, '^.*/', '') as mark, value, year, name_key from (
        select q.external_key as key, q.external_id as value, left(q.birth_date, 4) as year, q.name_key
        from queen q where q.account_id = ${account} and position('/' in q.external_key) > 1
        union
        select i.value_key, i.value, left(q.birth_date, 4), q.name_key
        from queen_identifier i join queen q on q.account_id = ${account} and q.id = i.queen_id
        where i.account_id = ${account} and position('/' in i.value_key) > 1 and i.system <> ${FORMER_NAME}
      ) s`,
  );
}

/** Of an identifier of a queen of the account, where another queen has it with her year of birth or her name. */
export const takenAs = (given: string, found: string, others: string) => sql`
  '"' || ${sql.ref(given)} || '" is taken as "' || ${sql.ref(found)} || '", but the account has ' || ${sql.ref(others)} || ' too'`;

/** Others of an identifier (key), by what they are called. */
export const OTHERS_OF_NUMBER = sql`
  (select key, string_agg('"' || value || '"', ', ' order by value) as queens from slashed
   where mark = year or mark = name_key group by key)`;

/** Rows of identifiers about which there may be something to decide, in the order of the identifiers. */
function statedNumbers(scope: Scope): RawBuilder<StatedNumber> {
  const { accountId } = scope;
  const account = hidden(accountId);
  return sql`
    with marked as (
      select s.key, jsonb_agg(jsonb_build_object('mark', mark, 'year', year, 'nameKey', name_key) order by mark) as queens
      from slashed s join file_number n on n.key = s.key group by s.key
    ), stated as (
      select d."row", d.external_key as key, left(d.birth_date, 4) as year,
             case when identifier_key(d.name) <> d.external_key then d.name end as name,
             case when identifier_key(d.name) <> d.external_key then d.name_key end as name_key,
             case when ${scope.isOwn}::boolean and d.cells[1] ~* ${UUID} then lower(d.cells[1]) end as own_id
      from ${drafts(scope)} where d.external_key is not null
    ), several as (
      select key from stated group by key having count(distinct year) > 1 or count(distinct name_key) > 1
    ), holder as (
      select n.key, n.value, n.queen_id as id, q.id is not null as is_there, left(q.birth_date, 4) as year, q.name, m.queens as marked,
             case when identifier_key(q.name) <> n.key then q.name_key end as name_key,
             ${decided(scope, sql`n.key`)} as decision, exists (select from decision where decision.key = n.key) as is_explicit
      from file_number n
      left join marked m on m.key = n.key
      left join queen q on q.account_id = ${account} and q.id = n.queen_id and not n.is_new
    ), compared as (
      select s.*, h.value, h.decision, h.is_explicit, h.marked, h.id, h.is_there, h.year as other_year, h.name_key as other_key, h.name as other_name,
             case when former.value is not null then h.name_key else s.name_key end as stated_key
      from stated s join holder h on h.key = s.key
      left join queen_identifier former on former.account_id = ${account} and former.system = ${FORMER_NAME}
        and former.value = s.name and former.queen_id = h.id and h.is_there
      where h.decision is distinct from 'same' and s.own_id is distinct from h.id::text
    )
    select "row", key, value, year, name, stated_key as "nameKey", decision, is_explicit as "isExplicit", marked,
           key ~ '^[a-z]{2,3}(-[0-9a-z]{1,20}){2,8}-(19[5-9]|20[0-9])[0-9]$' as "isComplete",
           case when is_there then id end as "holderId", other_year as "holderYear", other_key as "holderNameKey", other_name as "holderName"
    from compared
    where key in (
      select key from several
      union select key from compared where marked is not null or year <> other_year or stated_key <> other_key
    )
    order by key collate "C", "row"`;
}

/** Inserts what was found into a temporary table, some thousand rows at a time. */
async function keep<Row extends object>(
  scope: Scope,
  into: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  for (let start = 0; start < rows.length; start += 5000) {
    const some = JSON.stringify(rows.slice(start, start + 5000));
    await run(
      scope,
      sql`insert into ${sql.table(into)} (${list}) select ${list} from json_populate_recordset(null::${sql.table(into)}, ${some}::json)`,
    );
  }
}

/** Gives rows the identifier with its mark, and finds the queens who have it. */
async function moveRows(scope: Scope, moved: readonly Moved[]): Promise<void> {
  const { accountId, importId } = scope;
  if (moved.length === 0) return;
  await table(scope, 'moved', sql`select 0 as "row", ''::text collate "C" as key, ''::text as mark where false`);
  await keep(scope, 'moved', ['row', 'key', 'mark'], moved);
  await run(
    scope,
    sql`
      update import_draft d set external_id = n.value || '/' || m.mark
      from moved m join file_number n on n.key = m.key
      where d.account_id = ${accountId}::uuid and d.import_id = ${importId}::uuid and d."row" = m."row"`,
  );
  await run(
    scope,
    sql`
      insert into file_number (key, value, queen_id, is_new)
      select n.key, n.value, coalesce(q.id, i.queen_id, gen_random_uuid()), q.id is null and i.queen_id is null
      from (
        select distinct on (d.external_key) d.external_key as key, d.external_id as value
        from moved m join ${drafts(scope)} on d."row" = m."row" order by d.external_key, d."row"
      ) n
      left join lateral (
        select id from queen where account_id = ${hidden(accountId)} and external_key = n.key order by id limit 1
      ) q on true
      left join lateral (
        select queen_id from queen_identifier
        where account_id = ${hidden(accountId)} and value_key = n.key and system <> ${FORMER_NAME} order by queen_id limit 1
      ) i on true
      where n.key not in (select key from file_number)`,
  );
}

/** References name one of several queens by her year or name. */
async function nameAliases(scope: Scope, aliases: readonly Alias[]): Promise<void> {
  for (let start = 0; start < aliases.length; start += 5000) {
    await run(
      scope,
      sql`
        insert into number_alias (key, target)
        select distinct on (1) identifier_key(n.value || '/' || a.mark), identifier_key(n.value || coalesce('/' || a.target, ''))
        from json_to_recordset(${JSON.stringify(aliases.slice(start, start + 5000))}::json) as a(key text, mark text, target text)
        join file_number n on n.key = a.key`,
    );
  }
}

/**
 * The same for rows without an identifier: a queen of that name who was born in another year is noted, or becomes another
 * queen if that was decided and the queen of the account has an identifier, as names tell those without one apart.
 */
export async function splitNames(scope: Scope): Promise<void> {
  const { accountId } = scope;
  await run(
    scope,
    sql`
      insert into clashing (key, value, queen_id, "row", field, given, other, name, other_name, other_id)
      select distinct on (n.name) identifier_key(n.name), n.name, n.queen_id, d."row", 'birth_date', left(d.birth_date, 4),
             left(q.birth_date, 4), n.name, q.name,
             case when q.external_id is not null and ${decided(scope, sql`identifier_key(n.name)`)} = 'another' then gen_random_uuid() end
      from file_name n
      join ${drafts(scope)} on d.external_id is null and d.name = n.name
      join queen q on q.account_id = ${hidden(accountId)} and q.id = n.queen_id
      where not n.is_new and left(d.birth_date, 4) <> left(q.birth_date, 4) and not ${isOwnRow(scope)}
      order by n.name, d."row"`,
  );
  await run(
    scope,
    sql`
      update file_name n set queen_id = c.other_id, is_new = true, is_alike = false
      from clashing c where c.value = n.name and c.queen_id = n.queen_id and c.other_id is not null`,
  );
}

/**
 * Finds identifiers that name a queen of another dam, once it is known whom rows name as dam; then notes whom nobody
 * decided about. A dam who turns out to be another queen may be the right one: daughters are compared after their dams.
 */
export async function splitByDam(scope: Scope): Promise<void> {
  while ((await findOtherDams(scope)) > 0) {
    if ((await partQueens(scope)) === 0) continue;
    await run(
      scope,
      sql`
        update subject s set queen_id = n.queen_id, is_new = n.is_new
        from ${drafts(scope)}, file_number n where d."row" = s."row" and n.key = d.external_key`,
    );
    await run(
      scope,
      sql`
        update reference r set queen_id = c.other_id
        from clashing c
        where r.queen_id = c.queen_id and c.field = 'mother' and c.other_id is not null and (r.key = c.key or r.value = c.name)`,
    );
  }
  await tellClashes(scope);
}

/** @returns how many were found */
async function findOtherDams(scope: Scope): Promise<number> {
  const { accountId } = scope;
  return run(
    scope,
    sql`
      with agreeing as (
        -- Rows that agree with the account contradict the others: an error of these rows.
        select n.key from file_number n
        join ${drafts(scope)} on d.external_key = n.key
        join reference r on r.value = d.mother
        join queen q on q.account_id = ${hidden(accountId)} and q.id = n.queen_id and q.mother_id = r.queen_id
      ), candidate as (
        select distinct on (n.key) n.key, n.value, n.queen_id, d."row", 'mother', d.mother, ${called('m')} as other,
               coalesce(d.name, d.external_id) as name, q.name as other_name, n.value || '/' || case
                 when left(d.birth_date, 4) <> coalesce(left(q.birth_date, 4), '') then left(d.birth_date, 4)
                 when d.name_key <> q.name_key then d.name
               end as alternative, r.queen_id as dam_id
        from file_number n
        join ${drafts(scope)} on d.external_key = n.key
        join reference r on r.value = d.mother
        join queen q on q.account_id = ${hidden(accountId)} and q.id = n.queen_id
        join queen m on m.account_id = ${hidden(accountId)} and m.id = q.mother_id
        where not n.is_new and r.queen_id <> q.mother_id and not ${isOwnRow(scope)}
          and not exists (select from clashing c where c.key = n.key and c.field <> 'queen_name')
          and n.key not in (select key from agreeing)
        order by n.key, d."row"
      ), first as (
        select * from candidate where dam_id not in (select queen_id from candidate)
      )
      insert into clashing
      select key, value, queen_id, "row", 'mother', mother, other, name, other_name, alternative
      from candidate where dam_id not in (select queen_id from candidate) or not exists (select from first)`,
  );
}

/** Makes other queens of those who were decided to be. @returns how many */
async function partQueens(scope: Scope): Promise<number> {
  const { accountId, importId } = scope;
  const there = await sql`select 1 from clashing where other_id is null limit 1`.execute(scope.db);
  if (there.rows.length === 0) return 0;
  const parted = await run(
    scope,
    sql`
      update clashing c set other_id = coalesce(o.file_id, o.id, gen_random_uuid()), is_new = o.file_id is null and o.id is null
      from (
        select c.key, n.queen_id as file_id, q.id
        from clashing c
        left join file_number n on n.key = identifier_key(c.alternative)
        left join lateral (
          select id from (
            select id from queen where account_id = ${hidden(accountId)} and external_key = identifier_key(c.alternative)
            union all
            select queen_id from queen_identifier
            where account_id = ${hidden(accountId)} and value_key = identifier_key(c.alternative) and system <> ${FORMER_NAME}
          ) known limit 1
        ) q on true
      ) o
      where o.key = c.key and c.other_id is null and c.alternative is not null
        and (${decided(scope, sql`c.key`)} = 'another' or ${decided(scope, sql`c.key`)} is null and o.id is not null)`,
  );
  if (parted === 0) return 0;
  // Rows of the file mean her by the identifier that it gives her, too.
  await run(
    scope,
    sql`
      update file_number n set queen_id = c.other_id, is_new = c.is_new
      from clashing c where n.key = c.key and c.other_id is not null`,
  );
  await run(
    scope,
    sql`
      insert into file_number (key, value, queen_id, is_new)
      select identifier_key(alternative), alternative, other_id, is_new from clashing
      where other_id is not null and identifier_key(alternative) not in (select key from file_number)`,
  );
  await run(
    scope,
    sql`
      update import_draft d set external_id = c.alternative from clashing c
      where d.account_id = ${accountId}::uuid and d.import_id = ${importId}::uuid and d.external_key = c.key
        and c.other_id is not null`,
  );
  return parted;
}

/** Notes whom nobody decided about, by one field each; not of rows that were set aside, as they are known. */
async function tellClashes(scope: Scope): Promise<void> {
  const decision = decided(scope, sql`c.key`);
  await run(
    scope,
    sql`
      delete from clashing c using clashing other
      where c.field = 'queen_name' and other.key = c.key and other.field <> 'queen_name'`,
  );
  // Only numbers that breeders count up begin anew each year; another identifier with another name is a correction.
  const isRename = sql`(c.field = 'queen_name' and c.key !~ '^[0-9]+$' and ${decision} is null)`;
  // The same dam confirms that she is the same queen.
  const isConfirmed = sql`(c.field = 'queen_name' and exists (
    select from ${drafts(scope)} join reference r on r.value = d.mother
    join queen q on q.account_id = ${hidden(scope.accountId)} and q.id = c.queen_id and q.mother_id = r.queen_id
    where d.external_key = c.key
  ))`;
  const params = sql`
    jsonb_build_object('identifier', c.value, 'queen_id', c.queen_id, 'queen', c.other_name, 'name', c.name, 'given', c.given, 'other', c.other,
      'decisions', '["same", "another"]'::jsonb) as params`;
  await warnings(
    scope,
    sql`
      select c."row", c.field, 'renames "' || c.other_name || '" of the account, who has the identifier "' || c.value || '", to "' ||
          c.given || '"; if she is another queen, decide so', ${params}
      from clashing c join ${drafts(scope)} on d."row" = c."row"
      where c.other_id is null and ${isRename} and not ${isConfirmed}`,
    'renames_queen',
  );
  await faults(
    scope,
    sql`
      select c."row", c.field, 'contradicts "' || c.other_name || '" of the account, who has the ' || case when d.external_id is null then 'name' else 'identifier' end || ' "' || c.value || '": ' ||
          case c.field when 'birth_date' then 'she was born in ' || c.other || ', "' || c.name || '" in ' || c.given
          when 'queen_name' then 'the row calls her "' || c.given || '"'
          else 'her dam is "' || c.other || '", that of "' || c.name || '" is "' || c.given || '"' end ||
          case when ${decision} = 'another' and d.external_id is null then '; another queen needs an identifier'
          when ${decision} = 'another' then '; another queen needs a year of birth or a name of her own'
          else '; decide whether she is the same or another queen' end,
        ${params}
      from clashing c join ${drafts(scope)} on d."row" = c."row"
      where c.other_id is null and ${decision} is distinct from 'same' and not ${isRename} and not ${isConfirmed}`,
    'contradicts_account',
  );
}
