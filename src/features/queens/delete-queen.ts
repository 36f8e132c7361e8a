import { sql } from 'kysely';
import { checkPermission } from '../../auth/guard.js';
import { reportReferrers, type Referrers } from '../writes/referrers.js';
import { deleteRow } from '../writes/rows.js';
import { throwIfRefused, type WriteUnit } from '../writes/write.js';
import { deleteValuesOfQueens } from './merge/run-fingerprints.js';
import { Queen } from './queen.entity.js';
import { findQueen } from './write-queens.js';

/**
 * Deletes a queen, her imported rows and her breeding values. No other row may refer to the queen. Deleting breeding
 * values requires permission to write them.
 * @returns the deleted queen
 * @throws {ServiceError} `not_found`, `conflict` with the rows that refer to her, or `insufficient_permission`
 */
export async function deleteQueen(unit: WriteUnit, id: string, generation?: string | null): Promise<Queen> {
  const queen = await findQueen(unit, id, generation);
  await reportReferrers(unit, referrersOf(unit, queen.id));
  throwIfRefused(unit);
  const values = await deleteValuesOfQueens(unit.db, unit.accountId, sql`queen_id = ${queen.id}::uuid`);
  if (values > 0) checkPermission(unit.permissions, { resource: 'blup', level: 'write' });
  await deleteRow(unit, Queen, queen.id);
  return queen;
}

function referrersOf({ accountId }: WriteUnit, id: string): Referrers[] {
  const queens = (column: string) => sql`
    select coalesce(r.external_id, r.name) as called from queen r
    where r.account_id = ${accountId}::uuid and r.${sql.ref(column)} = ${id}::uuid`;
  return [
    { rows: queens('mother_id'), one: 'daughter', many: 'daughters' },
    {
      rows: sql`${queens('father_id')} and r.mother_id is null`,
      one: 'daughter sired by her drones',
      many: 'daughters sired by her drones',
    },
    { rows: queens('mated_to_id'), one: 'queen mated to her', many: 'queens mated to her' },
    {
      rows: sql`
        select year::text as called from evaluation
        where account_id = ${accountId}::uuid and queen_id = ${id}::uuid`,
      one: 'evaluation',
      many: 'evaluations',
      resource: 'evaluations',
    },
    {
      rows: sql`select name as called from hive where account_id = ${accountId}::uuid and queen_id = ${id}::uuid`,
      one: 'hive that she heads',
      many: 'hives that she heads',
      resource: 'hive',
    },
  ];
}
