import { sql } from 'kysely';
import { hidden } from '../../../db/owner.js';
import {
  bornAfter,
  bornAfterMessage,
  bornAfterParams,
  called,
  IS_HERSELF,
  IS_MOTHER,
  motherIsF1Message,
  nameTaken,
  NEEDS_MOTHER,
} from '../../queens/lineage/lineage-rules.js';
import { checkCycles } from './cycles.js';
import { addFaults, type Scope } from './scope.js';

/**
 * Checks the resulting pedigree: no queen is her own mate or ancestor, no parent is born after her daughter, the dam of
 * an F1 queen is an F0 queen, and the order of births and matings is possible. Also checks that queens without an
 * identifier have different names.
 */
export async function checkLineage(scope: Scope): Promise<void> {
  await checkSelfMatings(scope);
  await checkBirths(scope);
  await checkDamsOfF1(scope);
  await checkUniqueNames(scope);
  await checkCycles(scope);
}

async function checkSelfMatings(scope: Scope): Promise<void> {
  await addFaults(
    scope,
    sql`
      select "row", 'mated_to', ${IS_HERSELF}::text from next_queen where mated_to_id = id and "row" is not null
      union all
      select "row", 'father', ${IS_MOTHER}::text from next_queen where father_id = mother_id and "row" is not null`,
    'mates_with_herself',
  );
}

/**
 * Selects the row and the field that state the dam or the sire of the queen `n`. If she is not in the file, the row with
 * the new mating of her dam states her sire. This is the row of the dam or, if it has no mate, the row of a sister.
 */
const STATED = {
  mother: sql`select n."row", 'mother' as field`,
  father: sql`
    select "row", field from (
      select n."row", 'father' as field, 1 as place where n."row" is not null
      union all
      select "row", 'mated_to', 2 from family
      where n."row" is null and queen_id = n.mother_id and mated_to_id is not null
      union all
      select "row", 'father', 3 from implied where n."row" is null and mother_id = n.mother_id
    ) found order by place, "row" limit 1`,
};

async function checkBirths(scope: Scope): Promise<void> {
  const { accountId } = scope;
  for (const [field, link, word] of [
    ['mother', 'mother_id', 'dam'],
    ['father', 'father_id', 'sire'],
  ] as const) {
    const parentId = sql.ref(`n.${link}`);
    const message = bornAfterMessage(word, 'p', 'n');
    const births = sql`${bornAfterParams('p', 'n')} as params`;
    // Whether the file describes the queen or changes this parent. If not, the last check of this loop reports her.
    const isOfFile = sql`(n."row" is not null or ${parentId} is distinct from ${sql.ref(`n.old_${link}`)})`;
    const stated = sql`left join lateral (${STATED[field]}) stated on true`;
    await addFaults(
      scope,
      sql`
        select stated."row", coalesce(stated.field, ${field}), ${message}, ${births}
        from next_queen n join next_queen p on p.id = ${parentId} ${stated}
        where ${isOfFile} and ${bornAfter('p', 'n')}`,
      'parent_born_after',
    );
    await addFaults(
      scope,
      sql`
        select stated."row", coalesce(stated.field, ${field}), ${message}, ${births}
        from next_queen n join queen p on p.account_id = ${hidden(accountId)} and p.id = ${parentId} ${stated}
        where ${isOfFile} and not exists (select from next_queen where next_queen.id = p.id) and ${bornAfter('p', 'n')}`,
      'parent_born_after',
    );
    // Checks daughters that are not in the file, if the file changes the birth of their parent.
    await addFaults(
      scope,
      sql`
        select p."row", 'birth_date', 'is after the birth of her daughter ' || ${called('n')} || ' (' || n.birth_date || ')', ${births}
        from next_queen p join queen n on n.account_id = ${hidden(accountId)} and ${parentId} = p.id
        where not p.is_new and p.birth_date is distinct from p.old_birth_date and ${bornAfter('p', 'n')}
          and not exists (
            select from next_queen d where d.id = n.id and (d."row" is not null or ${sql.ref(`d.${link}`)} is distinct from ${parentId})
          )`,
      'parent_born_after',
    );
  }
}

async function checkDamsOfF1(scope: Scope): Promise<void> {
  await addFaults(
    scope,
    sql`
      select n."row", 'mother', ${NEEDS_MOTHER}::text, jsonb_build_object('queen', ${called('n')}) as params
      from next_queen n where generation = 'F1' and mother_id is null and "row" is not null`,
    'f1_without_mother',
  );
  await addFaults(
    scope,
    sql`
      select n."row", 'mother', ${motherIsF1Message('p')}, jsonb_build_object('mother', ${called('p')}) as params
      from next_queen n
      left join next_queen own on own.id = n.mother_id
      left join queen q on q.account_id = ${hidden(scope.accountId)} and q.id = n.mother_id
      cross join lateral (select coalesce(own.external_id, q.external_id) as external_id, coalesce(own.name, q.name) as name) p
      where n.generation = 'F1' and coalesce(own.generation, q.generation) = 'F1' and n."row" is not null`,
    'mother_is_f1',
  );
  // Checks daughters that are not in the file, if the file makes their dam an F1 queen.
  await addFaults(
    scope,
    sql`
      select p."row", 'generation', ${motherIsF1Message('p')}, jsonb_build_object('mother', ${called('p')}) as params
      from next_queen p join queen n on n.account_id = ${hidden(scope.accountId)} and n.mother_id = p.id and n.generation = 'F1'
      where p.generation = 'F1' and p."row" is not null
        and not exists (select from next_queen where next_queen.id = n.id and ("row" is not null or next_queen.generation <> 'F1'))`,
    'mother_is_f1',
  );
}

async function checkUniqueNames(scope: Scope): Promise<void> {
  await addFaults(
    scope,
    sql`
      select n."row", 'queen_name', format(${nameTaken('%s')}, n.name), jsonb_build_object('given', n.name) as params
      from (select *, count(*) over (partition by name) as name_count from next_queen where external_id is null) n
      where n."row" is not null and (n.name_count > 1 or exists (
        select from queen q
        where q.account_id = ${hidden(scope.accountId)} and q.name = n.name and q.external_id is null and q.id <> n.id
          and not exists (select from next_queen where next_queen.id = q.id)
      ))`,
    'name_taken',
  );
}
