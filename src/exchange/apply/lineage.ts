import { sql } from 'kysely';
import {
  bornAfter,
  bornAfterMessage,
  called,
  IS_HERSELF,
  IS_MOTHER,
  motherIsF1Message,
  nameTaken,
  NEEDS_MOTHER,
  ownAncestorMessage,
} from '../../pedigree/lineage-rules.js';
import { faults, run, table, type Scope } from './scope.js';

/** Checks that the pedigree stays one: nobody her own mate, every parent before her daughter, nobody her own ancestor, F1 below F0. */
export async function checkLineage(scope: Scope): Promise<void> {
  await matedToOthers(scope);
  await parentsBornBefore(scope);
  await damsOfF1(scope);
  await uniqueNames(scope);
  await noCycles(scope);
}

async function matedToOthers(scope: Scope): Promise<void> {
  await faults(
    scope,
    sql`
      select "row", 'mated_to', ${IS_HERSELF}::text from next where mated_to_id = id and "row" is not null
      union all
      select "row", 'father', ${IS_MOTHER}::text from next where father_id = mother_id and "row" is not null`,
  );
}

async function parentsBornBefore(scope: Scope): Promise<void> {
  const { accountId } = scope;
  for (const [field, link, word] of [
    ['mother', 'mother_id', 'dam'],
    ['father', 'father_id', 'sire'],
  ] as const) {
    const parentId = sql.ref(`n.${link}`);
    const message = bornAfterMessage(word, 'p', 'n');
    await faults(
      scope,
      sql`select n."row", ${field}::text, ${message} from next n join next p on p.id = ${parentId} where ${bornAfter('p', 'n')}`,
    );
    await faults(
      scope,
      sql`
        select n."row", ${field}::text, ${message}
        from next n join queen p on p.account_id = ${accountId}::uuid and p.id = ${parentId}
        where not exists (select from next where next.id = p.id) and ${bornAfter('p', 'n')}`,
    );
    // Daughters that the file does not speak of, when it moves the birth of their parent.
    await faults(
      scope,
      sql`
        select p."row", 'birth_date', 'is after the birth of her daughter ' || ${called('n')} || ' (' || n.birth_date || ')'
        from next p join queen n on n.account_id = ${accountId}::uuid and ${sql.ref(`n.${link}`)} = p.id
        where not p.is_new and p.birth_date is distinct from p.old_birth_date
          and not exists (select from next where next.id = n.id) and ${bornAfter('p', 'n')}`,
    );
  }
}

async function damsOfF1(scope: Scope): Promise<void> {
  await faults(
    scope,
    sql`
      select "row", 'mother', ${NEEDS_MOTHER}::text
      from next where generation = 'F1' and mother_id is null and "row" is not null`,
  );
  await faults(
    scope,
    sql`
      select n."row", 'mother', ${motherIsF1Message('p')}
      from next n
      left join next own on own.id = n.mother_id
      left join queen q on q.account_id = ${scope.accountId}::uuid and q.id = n.mother_id
      cross join lateral (select coalesce(own.external_id, q.external_id) as external_id, coalesce(own.name, q.name) as name) p
      where n.generation = 'F1' and coalesce(own.generation, q.generation) = 'F1' and n."row" is not null`,
  );
  // Daughters that the file does not speak of, when it makes their mother an F1 queen.
  await faults(
    scope,
    sql`
      select p."row", 'generation', ${motherIsF1Message('p')}
      from next p join queen n on n.account_id = ${scope.accountId}::uuid and n.mother_id = p.id and n.generation = 'F1'
      where p.generation = 'F1' and p."row" is not null
        and not exists (select from next where next.id = n.id and ("row" is not null or next.generation <> 'F1'))`,
  );
}

async function uniqueNames(scope: Scope): Promise<void> {
  await faults(
    scope,
    sql`
      select n."row", 'queen_name', format(${nameTaken('%s')}, n.name)
      from (select *, count(*) over (partition by name) as bearers from next where external_id is null) n
      where n."row" is not null and (n.bearers > 1 or exists (
        select from queen q
        where q.account_id = ${scope.accountId}::uuid and q.name = n.name and q.external_id is null and q.id <> n.id
          and not exists (select from next where next.id = q.id)
      ))`,
  );
}

/**
 * A ring of ancestors needs a link whose parent has parents herself and is not known to be older, for births cannot
 * all decrease around it.
 * Where there is one, who has no ancestor left is taken away again and again: what stays hangs on a ring.
 */
async function noCycles(scope: Scope): Promise<void> {
  const { accountId, db } = scope;
  const { rows } = await sql`
    with link as (
      select mother_id as parent_id, birth_date from next where mother_id is not null
      union all select father_id, birth_date from next where father_id is not null
    )
    select 1 from link
    left join next p on p.id = link.parent_id
    left join queen q on p.id is null and q.account_id = ${accountId}::uuid and q.id = link.parent_id
    where coalesce(p.mother_id, p.father_id, q.mother_id, q.father_id) is not null
      and not coalesce(coalesce(p.birth_date, q.birth_date) < link.birth_date, false)
    limit 1`.execute(db);
  if (rows.length === 0) return;
  await table(
    scope,
    'lineage',
    sql`
      with recursive walk as (
        select id, mother_id, father_id from next
        union
        select q.id, q.mother_id, q.father_id
        from walk w
        cross join lateral (values (w.mother_id), (w.father_id)) as parent(id)
        join queen q on q.account_id = ${accountId}::uuid and q.id = parent.id
        where not exists (select from next where next.id = q.id)
      )
      select id, mother_id as parent_id from walk where mother_id is not null
      union select id, father_id from walk where father_id is not null`,
    'parent_id',
  );
  for (;;) {
    const taken = await run(
      scope,
      sql`
        delete from lineage l
        where not exists (select from lineage up where up.id = l.parent_id)
           or not exists (select from lineage down where down.parent_id = l.id)`,
    );
    if (taken === 0) break;
  }
  await faults(
    scope,
    sql`
      select distinct n."row", case when l.parent_id = n.mother_id then 'mother' else 'father' end,
             ${ownAncestorMessage('n', 'p')}
      from lineage l
      join next n on n.id = l.id
      join lateral (
        select external_id, name from next where next.id = l.parent_id
        union all select external_id, name from queen q where q.account_id = ${accountId}::uuid and q.id = l.parent_id limit 1
      ) p on true`,
  );
}
