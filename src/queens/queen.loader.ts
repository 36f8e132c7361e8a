import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { ownerOf } from '../access/owner.js';
import type { LoaderFactory } from '../context.js';
import { group } from '../graphql/group.js';
import { findRows, toEntities } from '../graphql/rows.js';
import { together } from '../graphql/together.js';
import { QueenIdentifier } from './queen-identifier.entity.js';
import { Queen } from './queen.entity.js';

/** Identifiers by queen, in the order of their systems. */
export const identifiersByQueen: LoaderFactory<string, QueenIdentifier[]> = together(async (em, ids) => {
  const rows = await findRows(
    em,
    QueenIdentifier,
    { queenId: { $in: [...ids] } },
    { orderBy: { system: 'asc', value: 'asc' } },
  );
  return group(ids, rows, (row) => row.queenId);
});

/** Queens by an external identifier: the main one goes before the others. Null where the number names nobody. */
export const queenByNumber: LoaderFactory<string, Queen | null> = (em) =>
  new DataLoader(async (numbers) => {
    const owner = ownerOf(em);
    // Text with a NUL is in no column, and the database would refuse the question.
    const askable = numbers.filter((number) => !number.includes('\0'));
    const { rows } = await sql<Record<string, unknown> & { asked: string }>`
      select distinct on (asked) asked, queen.*
      from (
        select external_id as asked, id, 1 as rank, '' as system
        from queen where account_id = ${owner} and external_id = any(${askable}::text[])
        union all
        select value, queen_id, 2, system
        from queen_identifier where account_id = ${owner} and value = any(${askable}::text[])
      ) named
      join queen on queen.account_id = ${owner} and queen.id = named.id
      order by asked, rank, system, queen.id`.execute(em.getKysely());
    const queens = toEntities(em, Queen, rows);
    const found = new Map(rows.map(({ asked }, index) => [asked, queens[index]]));
    return numbers.map((number) => found.get(number) ?? null);
  });
