import { sql } from 'kysely';
import { fetchRows } from '../../../db/fetch-rows.js';
import { hidden } from '../../../db/owner.js';
import { FORMER_NAME } from '../../queens/name-key.js';
import { assignGroups, groupRows, withKnownYears } from './identifier-groups.js';
import { drafts, faults, run, table, warnings, type Scope } from './scope.js';
import { findMarkedNumbers, OTHERS_OF_NUMBER, statedNumbers, takenAs, type StatedNumber } from './stated-numbers.js';

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
