import { sql, type RawBuilder } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import { idOrNil } from '../../graphql/ids.js';
import { fromMatching, type Matching } from '../../graphql/matching.js';
import type { Em } from '../../db/orm.js';
import { nameKey } from './name-key.js';
import { isPlaceholder, sharesIdentifier } from './placeholder-queens.js';
import { Queen } from './queen.entity.js';
import type { QueenFilter } from './queen.input.js';

/** Maximum length of a search text. Longer texts match no name or identifier, and the search would be expensive. */
const MAX_SEARCH_CHARACTERS = 1000;

const EQUAL = ['generation', 'status', 'race'] as const;
const LINKS = ['motherId', 'fatherId', 'matedToId'] as const;

/** Converts a filter to conditions. Null and absent members set no condition. */
export function queenConditions(em: Em, filter?: QueenFilter | null): Matching<Queen> {
  const { ids, year, bornFrom, bornTo, search, updatedSince } = filter ?? {};
  const values: Partial<Queen> = {};
  const conditions: RawBuilder<unknown>[] = [];
  for (const key of EQUAL) if (filter?.[key] != null) Object.assign(values, { [key]: filter[key] });
  for (const key of LINKS) if (filter?.[key] != null) values[key] = idOrNil(filter[key]);
  if (ids != null) conditions.push(sql`q.id = any(${ids.map(idOrNil)}::uuid[])`);
  if (year != null) conditions.push(bornInYear(String(year).padStart(4, '0')));
  if (bornFrom != null) conditions.push(sql`q.birth_date >= ${earliest(bornFrom)}`);
  if (bornTo != null) conditions.push(sql`q.birth_date <= ${latest(bornTo)}`);
  if (updatedSince != null) conditions.push(sql`q.updated_at >= ${updatedSince}`);
  if (filter?.living != null) conditions.push(is(IS_LIVING, filter.living));
  if (filter?.placeholder != null) conditions.push(is(isPlaceholder(), filter.placeholder));
  if (filter?.sharesIdentifier != null) conditions.push(is(sharesIdentifier(), filter.sharesIdentifier));
  const sparse = search != null && search.trim() !== '';
  if (sparse) conditions.push(matchesSearch(em, search.trim()));
  return { values, conditions, sparse };
}

/** SQL condition for living queens. Queens without a status and sold queens count as living. */
const IS_LIVING = sql<boolean>`coalesce(q.status not in ('dead', 'lost'), true)`;

const is = (condition: RawBuilder<boolean>, wanted: boolean) => (wanted ? condition : sql`not ${condition}`);

/** SQL that selects the ids of the matching queens. */
export function queenIds(em: Em, filter?: QueenFilter | null): RawBuilder<unknown> {
  return sql`select q.id ${fromMatching(em, Queen, queenConditions(em, filter), hiddenOwner(em))}`;
}

/**
 * Lower bound for a date. Dates are compared as text, and `2023` sorts before every day of 2023. A queen with only a
 * birth year counts as born on 1 January, so the bound `2023-01-01` becomes `2023`.
 */
const earliest = (date: string): string => (date.endsWith('-01-01') ? date.slice(0, 4) : date);

/** Upper bound for a date. A year includes all its days. */
const latest = (date: string): string => (date.length === 4 ? `${date}-12-31` : date);

/** A range condition, so that the planner can use the index of dates. */
const bornInYear = (year: string) => sql`q.birth_date between ${year} and ${latest(year)}`;

function matchesSearch(em: Em, search: string): RawBuilder<unknown> {
  if (search.length > MAX_SEARCH_CHARACTERS) return sql`false`;
  const name = pattern(sql`${escapeLike(nameKey(search))}`);
  const number = pattern(sql`identifier_key(${escapeLike(search)})`);
  return sql`(
    q.name_key like ${name} or q.external_key like ${number}
    or q.id in (select queen_id from queen_identifier where account_id = ${hiddenOwner(em)} and value_key like ${number}))`;
}

/** A pattern for texts that contain this key. An empty key (from ignored characters only) matches no text. */
const pattern = (key: RawBuilder<unknown>) => sql`'%' || nullif(${key}, '') || '%'`;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
