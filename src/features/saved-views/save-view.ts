import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { checkMembers } from '../../validation/check.js';
import { required } from '../../validation/rule.js';
import { lineUpTo, textUpTo } from '../../validation/texts.js';
import { addFaultOnce, throwIfRefused, type WriteUnit } from '../writes/write.js';
import type { SavedViewInput } from './saved-view.input.js';

/** Maximum number of views of an account. */
const MAX_VIEWS = 100;

const RULES = { name: lineUpTo(100), parameters: textUpTo(20_000) };

/**
 * Saves a view. It replaces a view of the same name and page.
 * @returns the id of the view
 * @throws {ServiceError} `validation_failed`, or `conflict` if the account has the maximum number of views
 */
export async function saveView(unit: WriteUnit, input: SavedViewInput): Promise<string[]> {
  const { value, faults } = checkMembers(RULES, input, 'input.');
  unit.faults.push(...faults);
  if (value.name == null) addFaultOnce(unit, 'input.name', required());
  throwIfRefused(unit);
  const { db, accountId } = unit;
  const found = await sql<{ id: string | null; views: number }>`
    select count(*)::integer as views,
      (array_agg(id) filter (where page = ${input.page} and name = ${value.name}))[1] as id
    from saved_view where account_id = ${accountId}::uuid`.execute(db);
  const { id, views } = found.rows[0] ?? { id: null, views: 0 };
  if (id === null && views >= MAX_VIEWS) {
    unit.conflicts.push({
      path: '',
      message: `An account can have at most ${MAX_VIEWS} saved views: delete one first`,
      code: 'too_many_views',
      params: { most: MAX_VIEWS },
    });
    throwIfRefused(unit);
  }
  const saved = id ?? uuid();
  await sql`
    insert into saved_view (account_id, id, page, name, parameters)
    values (${accountId}::uuid, ${saved}::uuid, ${input.page}, ${value.name}, ${value.parameters ?? ''})
    on conflict (account_id, id) do update set parameters = excluded.parameters, updated_at = now()`.execute(db);
  return [saved];
}
