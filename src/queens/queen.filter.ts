import type { FilterQuery } from '@mikro-orm/core';
import { sql, type RawBuilder } from 'kysely';
import { ownerOf } from '../access/owner.js';
import { idOrNone } from '../graphql/ids.js';
import type { Em } from '../orm.js';
import { nameKey } from './name-key.js';
import { QueenIdentifier } from './queen-identifier.entity.js';
import { Queen } from './queen.entity.js';
import type { QueenFilter } from './queen.input.js';

const LINKS = ['motherId', 'fatherId', 'matedToId'] as const;

/** The conditions of a filter, null and absent members making none. */
export function queenConditions(em: Em, filter?: QueenFilter | null): FilterQuery<Queen> {
  const { ids, generation, status, race, year, bornFrom, bornTo, search, updatedSince } = filter ?? {};
  const conditions: FilterQuery<Queen>[] = [];
  if (ids != null) conditions.push({ id: { $in: ids.map(idOrNone) } });
  if (generation != null) conditions.push({ generation });
  if (status != null) conditions.push({ status });
  if (race != null) conditions.push({ race });
  if (year != null) conditions.push({ birthYear: year });
  if (bornFrom != null) conditions.push({ dateOfBirth: { $gte: bornFrom } });
  if (bornTo != null) conditions.push({ dateOfBirth: { $lte: latest(bornTo) } });
  for (const link of LINKS) {
    const id = filter?.[link];
    if (id != null) conditions.push({ [link]: idOrNone(id) });
  }
  if (search != null && search.trim() !== '') conditions.push(named(em, search.trim()));
  if (updatedSince != null) conditions.push({ updatedAt: { $gte: updatedSince } });
  return { $and: conditions } as FilterQuery<Queen>;
}

/** The ids of the queens of a filter, as a query within hand-written SQL. */
export function queenIds(em: Em, filter?: QueenFilter | null): RawBuilder<unknown> {
  const { $and: conditions } = queenConditions(em, filter) as { $and: object[] };
  // A query builder is not reached by the owner filter, so the account is named.
  const query = em
    .createQueryBuilder(Queen, 'q')
    .select('q.id')
    .where({ $and: [{ accountId: ownerOf(em) }, ...conditions] });
  const { sql: text, params } = query.toQuery();
  const pieces = text.split('?');
  return sql.join(
    pieces.map((piece, index) => (index === 0 ? sql.raw(piece) : sql`${params[index - 1]}${sql.raw(piece)}`)),
    sql``,
  );
}

/** Dates are compared as text, where `2023` stands before every day of 2023: a year alone is taken to its end. */
const latest = (date: string): string => (date.length === 4 ? `${date}-12-31` : date);

function named(em: Em, search: string): FilterQuery<Queen> {
  const number = `%${escapeLike(search)}%`;
  // A query builder is not reached by the owner filter, so the account is named.
  const identified = em
    .createQueryBuilder(QueenIdentifier, 'i')
    .select('i.queenId')
    .where({ accountId: ownerOf(em), value: { $ilike: number } });
  return {
    $or: [
      { nameKey: { $like: `%${escapeLike(nameKey(search))}%` } },
      { externalId: { $ilike: number } },
      { id: { $in: identified } },
    ],
  } as FilterQuery<Queen>;
}

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
