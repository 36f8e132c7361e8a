import { sql, type RawBuilder } from 'kysely';
import { MATING_TYPE_WORDS } from '../../validation/mating-words.js';
import { MISSING_NOUNS, MISSING_WORDS, ORIGIN_WORDS } from '../../validation/missing-words.js';
import { PUNCTUATION } from '../../validation/punctuation.js';
import { nameKey } from './name-key.js';

const WORDS = [...MISSING_WORDS, ...ORIGIN_WORDS].map((word) => nameKey(word));
const NOUNS = [...MISSING_NOUNS, ...WORDS];
/** Separators in the words for mating types, such as `island-station`. */
const SEPARATORS = ' .,/_-–';
const withoutSeparators = (word: string) => [...word].filter((sign) => !SEPARATORS.includes(sign)).join('');
const MATING_WORDS = Object.values(MATING_TYPE_WORDS)
  .flatMap((words) => words.split(/[,|]/))
  .map((word) => withoutSeparators(nameKey(word.trim())));

/** Columns with which an imported row can describe a queen. */
const DESCRIPTIVE_COLUMNS = [
  'birth_date',
  'race',
  'line',
  'status',
  'breeder_code',
  'marking',
  'notes',
  'mated_at',
  'mating_type',
  'mating_station',
];

/**
 * SQL condition for dams. In files, a word for a mating type can replace the name of a mate, but never the name of a
 * dam.
 */
const isMother = sql`exists (select from queen d where d.account_id = q.account_id and d.mother_id = q.id)`;

/**
 * SQL condition that is true if the queen `q` is a placeholder. An earlier import created her from a text in a parent
 * or mate column: a word for "unknown" or for a mating type, punctuation, or zeros. Nothing else is known about her,
 * and no imported row, evaluation, hive or further identifier refers to her. A dam of F1 queens is not a placeholder,
 * because F1 queens need a dam.
 */
export function isPlaceholder(): RawBuilder<boolean> {
  const hasNone = (table: string) =>
    sql`not exists (select from ${sql.table(table)} r where r.account_id = q.account_id and r.queen_id = q.id)`;
  return sql`(
    q.import_id is not null and (q.external_id is null or q.external_id = q.name)
    and ${sql.join(
      DESCRIPTIVE_COLUMNS.map((column) => sql`q.${sql.ref(column)} is null`),
      sql` and `,
    )}
    and q.mother_id is null
    and not exists (
      select from queen f where f.account_id = q.account_id and f.mother_id = q.id and f.generation = 'F1'
    )
    and (
      btrim(q.name, ${PUNCTUATION}) = '' or q.name ~* '^([a-z]{2}[-./ ]0+)?0*([-./, ]0+)*$'
      or exists (
        select from (select btrim(q.name_key, ${PUNCTUATION}) as key) word
        where key = any(${WORDS}::text[])
          or translate(key, ${SEPARATORS}, '') = any(${MATING_WORDS}::text[]) and not ${isMother}
          or split_part(key, ' ', 3) = '' and split_part(key, ' ', 1) = any(${NOUNS}::text[])
            and split_part(key, ' ', 2) = any(${NOUNS}::text[])
            and (split_part(key, ' ', 1) = any(${WORDS}::text[]) or split_part(key, ' ', 2) = any(${WORDS}::text[]))
      )
    )
    and ${sql.join(['import_row', 'evaluation', 'hive', 'queen_identifier'].map(hasNone), sql` and `)}
  )`;
}

/**
 * SQL condition that is true if another queen has the same identifier in a different spelling. Such identifiers were
 * written before identifiers were compared by keys.
 */
export function sharesIdentifier(): RawBuilder<boolean> {
  const others = (keys: RawBuilder<unknown>) => sql`
    exists (select from queen o where o.account_id = q.account_id and o.id <> q.id and o.external_key in (${keys}))
    or exists (select from queen_identifier o where o.account_id = q.account_id and o.queen_id <> q.id and o.value_key in (${keys}))`;
  const own = sql`
    select q.external_key where q.external_key is not null
    union all select i.value_key from queen_identifier i where i.account_id = q.account_id and i.queen_id = q.id`;
  return sql`(${others(own)})`;
}
