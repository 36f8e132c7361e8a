import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { hiddenOwner } from '../../db/owner.js';
import type { LoaderFactory } from '../../graphql/context.js';
import { groupByKeys } from '../../graphql/group.js';
import { findRows, toEntities } from '../../graphql/rows.js';
import { sharedLoader } from '../../graphql/shared-loader.js';
import { QueenIdentifier } from './queen-identifier.entity.js';
import { Queen } from './queen.entity.js';

/** Identifiers by queen, sorted by system. */
export const identifiersByQueen: LoaderFactory<string, QueenIdentifier[]> = sharedLoader(async (em, ids) => {
  const rows = await findRows(
    em,
    QueenIdentifier,
    { queenId: { $in: [...ids] } },
    { orderBy: { system: 'asc', value: 'asc' } },
  );
  return groupByKeys(ids, rows, (row) => row.queenId);
});

/**
 * Queens by external identifier, in any spelling. Exact spellings take precedence over other spellings, and main
 * identifiers over other identifiers. Null if no queen has the identifier.
 */
export const queenByIdentifier: LoaderFactory<string, Queen | null> = (em) =>
  new DataLoader(async (numbers) => {
    const owner = hiddenOwner(em);
    // Without `offset 0`, row-level security would prevent the use of the index, because the function `identifier_key`
    // is not leakproof. Identifiers with NUL are skipped, because the database rejects NUL.
    const searchable = numbers.filter((number) => !number.includes('\0'));
    const { rows } = await sql<Record<string, unknown> & { requested: string }>`
      select distinct on (requested.value) requested.value as requested, queen.*
      from (select value, identifier_key(value) as key from unnest(${searchable}::text[]) as texts(value) offset 0) requested
      cross join lateral (
        select external_id as value, id, 1 as rank, '' as system
        from queen where account_id = ${owner} and external_key = requested.key
        union all
        select value, queen_id, 2, system
        from queen_identifier where account_id = ${owner} and value_key = requested.key
        offset 0
      ) named
      join queen on queen.account_id = ${owner} and queen.id = named.id
      order by requested.value, named.value <> requested.value, rank, system, queen.id`.execute(em.getKysely());
    const queens = toEntities(em, Queen, rows);
    const found = new Map(rows.map(({ requested }, index) => [requested, queens[index]]));
    return numbers.map((number) => found.get(number) ?? null);
  });
