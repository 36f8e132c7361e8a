import { sql, type RawBuilder } from 'kysely';
import { hidden } from '../../../db/owner.js';
import { PUNCTUATION } from '../../../validation/punctuation.js';
import { NAMED } from './references.js';
import { drafts, table, warnings, type Scope } from './scope.js';

/** Of more references only those are found that differ in punctuation, or in O and 0, l and 1. */
const MAX_REFERENCES_TO_VARY = 500;
/** Shorter texts resemble too many others. */
const MIN_LENGTH = 3;

/** A key without blanks and punctuation. */
const squeezed = (key: RawBuilder<unknown>) => sql`translate(${key}, ${PUNCTUATION}, '')`;
/** O and l are written for 0 and 1. */
const digits = (text: RawBuilder<unknown>) => sql`translate(${text}, 'ol', '01')`;
/** An inserted letter must not become a digit. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz';

/**
 * Warns of references that match no queen, but would match one if blanks, punctuation, O and 0, l and 1, or one
 * transposed or missing letter were ignored; never another digit.
 */
export async function warnOfNearMatches(scope: Scope): Promise<void> {
  const { accountId } = scope;
  const there = await sql`
    select 1 from reference where is_new and exists (select from ${drafts(scope)}) limit 1`.execute(scope.db);
  if (there.rows.length === 0) return;
  await table(
    scope,
    'variant',
    sql`
      with wanted as (
        select value, ${squeezed(sql`coalesce(name_key, key)`)} as text, row_number() over (order by "row", value) as place
        from reference where is_new
      ), varied as (
        select value, text, step, letter.letter as inserted from wanted
        cross join lateral generate_series(1, length(text) + 1) as step
        cross join lateral regexp_split_to_table(${LETTERS}, '') as letter(letter)
        where place <= ${MAX_REFERENCES_TO_VARY} and length(text) between ${MIN_LENGTH} and 60
      )
      select value, ${digits(sql`text`)} as text from wanted where length(text) > 1
      union select value, ${digits(sql`overlay(text placing inserted from step for 0)`)} from varied
      union select value, ${digits(sql`overlay(text placing '' from step for 1)`)} from varied
        where substr(text, step, 1) ~ '[a-z]' and length(text) > ${MIN_LENGTH}
      union select value, ${digits(sql`overlay(text placing reverse(substr(text, step, 2)) from step for 2)`)} from varied
        where substr(text, step, 2) ~ '^[a-z][a-z]$'`,
    'text',
  );
  await warnings(
    scope,
    sql`
      with candidate as (
        select id, called, ${digits(squeezed(sql`key`))} as text from (
          select n.queen_id, n.value, n.key from file_number n
          union select queen_id, name, name_key from numbered_name
          union select queen_id, name, name_key from file_name
          union select id, external_id, external_key from queen where account_id = ${hidden(accountId)} and external_id is not null
          union select id, name, name_key from queen where account_id = ${hidden(accountId)}
        ) as known(id, called, key)
      ), near as (
        select v.value, min(c.called) as called from variant v join candidate c on c.text = v.text
        group by v.value having count(distinct c.id) = 1
      )
      select d."row", named.field, '"' || n.value || '" matches no queen, but resembles "' || n.called || '"',
             jsonb_build_object('given', n.value, 'found', n.called) as params
      from ${drafts(scope)} ${NAMED}
      join near n on n.value = named.value`,
    'near_match',
  );
}
