import { sql, type Kysely } from 'kysely';
import { checkLineage } from '../pedigree/check-lineage.js';
import { called } from '../pedigree/lineage-rules.js';
import type { ImportKey } from './staging.js';

/** The queens that an import changed, who become what they were. */
export async function changedQueens(db: Kysely<unknown>, { accountId, importId }: ImportKey): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select row_id as id from import_change
    where account_id = ${accountId}::uuid and import_id = ${importId}::uuid and kind = 'queen'`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * What was entered since an import may not fit what was before it. Gives their father to the daughters of queens whose
 * mating goes back and to queens who have a mother back, who may have been mated since; and judges the pedigree as it
 * then stands.
 * @returns what stands in the way, in words
 */
export async function unsoundAfterwards(
  db: Kysely<unknown>,
  { accountId }: ImportKey,
  ids: readonly string[],
): Promise<string[]> {
  await sql`
    update queen q set father_id = m.mated_to_id, updated_at = now(), edited_at = now()
    from queen m
    where q.account_id = ${accountId}::uuid and m.account_id = q.account_id and m.id = q.mother_id
      and (m.id = any(${[...ids]}::uuid[]) or q.id = any(${[...ids]}::uuid[])) and q.father_id is distinct from m.mated_to_id`.execute(
    db,
  );
  // No foreign key watches over a father who stands alone.
  const { rows } = await sql<{ message: string }>`
    select 'the father that ' || ${called('q')} || ' had before has been deleted or merged since' as message from queen q
    where q.account_id = ${accountId}::uuid and q.id = any(${[...ids]}::uuid[]) and q.father_id is not null
      and not exists (select from queen f where f.account_id = q.account_id and f.id = q.father_id)
    limit 10`.execute(db);
  const broken = await checkLineage(db, accountId, ids);
  return [...rows, ...broken.slice(0, 10)].map(({ message }) => message);
}

const IN_WORDS: Record<string, string> = {
  '23503': 'what it changed would refer again to something that has been deleted or merged since',
  '23505': 'a name, a number or a place that it would give back has been taken since',
};

/** The database's own objection in words; undefined for any other error. */
export function objection(error: unknown): string | undefined {
  return IN_WORDS[(error as { code?: string }).code ?? ''];
}
