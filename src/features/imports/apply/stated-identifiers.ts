import { sql, type RawBuilder } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { FORMER_NAME } from '../../queens/name-key.js';
import type { Answer } from '../decisions.checks.js';
import { decisionFor } from './account-conflicts.js';
import type { MarkedQueen, StatedRow } from './identifier-groups.js';
import { drafts, createTempTable, UUID, type Scope } from './scope.js';

export interface StatedIdentifier extends StatedRow {
  key: string;
  /** The identifier in its first spelling. */
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

/** The identifier (key) without its suffix: `12` of `12/2022`. */
const baseOf = (key: string) => sql`regexp_replace(${sql.ref(key)}, ' ?/[^/]+$', '')`;
/** The suffix: `2022` of `12/2022`. */
const markOf = (key: string) => sql`regexp_replace(${sql.ref(key)}, '^.*/', '')`;

/** Creates the temporary table `slashed`: queens of the account who have an identifier with a suffix (`12/2022`). */
export async function findMarkedIdentifiers(scope: Scope): Promise<void> {
  const account = hidden(scope.accountId);
  await createTempTable(
    scope,
    'slashed',
    sql`
      select ${baseOf('key')} as key, ${markOf('key')} as mark, id, value, year, name_key from (
        select q.id, q.external_key as key, q.external_id as value, left(q.birth_date, 4) as year, q.name_key
        from queen q where q.account_id = ${account} and position('/' in q.external_key) > 1
        union
        select q.id, i.value_key, i.value, left(q.birth_date, 4), q.name_key
        from queen_identifier i join queen q on q.account_id = ${account} and q.id = i.queen_id
        where i.account_id = ${account} and position('/' in i.value_key) > 1 and i.system <> ${FORMER_NAME}
      ) s`,
  );
}

/**
 * Message for an identifier that was read as one queen, if other queens have the same identifier, alone or with a
 * suffix (their birth year or name).
 */
export const assumedQueenMessage = (value: string, found: string, others: string) => sql`
  '"' || ${sql.ref(value)} || '" was read as "' || ${sql.ref(found)} || '"; other queens have the same number: ' || ${sql.ref(others)}`;

/** For each key of an identifier, selects a text that lists the other queens with the same number. */
export const OTHER_QUEENS_OF_IDENTIFIER = sql`
  (select key, string_agg('"' || value || '"', ', ' order by value) as queens from slashed
   where mark = year or mark = name_key group by key)`;

/** Selects the rows whose identifiers may need a decision, ordered by identifier. */
export function statedIdentifiers(scope: Scope): RawBuilder<StatedIdentifier> {
  const { accountId } = scope;
  const account = hidden(accountId);
  return sql`
    with marked as (
      select s.key, jsonb_agg(jsonb_build_object('mark', mark, 'year', year, 'nameKey', name_key) order by mark) as queens
      from slashed s join file_identifier n on n.key = s.key group by s.key
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
             ${decisionFor(scope, sql`n.key`)} as decision, exists (select from decision where decision.key = n.key) as is_explicit
      from file_identifier n
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
