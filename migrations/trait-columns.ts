/**
 * A trait as a migration adds it. Migrations do not read `src/core/trait-table.ts`, because that table changes later.
 */
export interface AddedTrait {
  column: string;
  least: number;
  most: number;
  /** 1 for whole numbers; absent if every number in the range is valid. */
  step?: number;
}

/** The traits of migrations 1, 12 and 15. */
export const FIRST_TRAITS = [
  'honey',
  'gentleness',
  'vigor',
  'wintering',
  'non_swarming',
  'comb_behavior',
  'hyg6h',
  'hyg24h',
];

/**
 * Statements of a migration that adds a trait. `test/db/trait-columns.test.ts` compares them with the database for each
 * trait of `src/core/trait-table.ts`.
 *
 * @param earlier columns of the traits of earlier migrations
 */
export function addTrait(trait: AddedTrait, earlier: readonly string[]): string[] {
  const { column } = trait;
  const type = trait.step === 1 ? 'smallint' : 'double precision';
  return [
    `alter table evaluation add column ${column} ${type} check (${conditionOf(trait)})`,
    `create index evaluation_by_${column} on evaluation (account_id, ${column}, id)`,
    `alter table import_draft add column ${column} ${type}`,
    `alter table ranking_row add column ${column} double precision, add column ${column}_r2 double precision`,
    ...listTraits([...earlier, column]),
  ];
}

/** Statements that revert {@link addTrait}. Evaluations that have a value only for this trait are deleted. */
export function dropTrait({ column }: AddedTrait, earlier: readonly string[]): string[] {
  return [
    `delete from index_weight where trait = '${column}'`,
    `delete from breeding_value where trait = '${column}'`,
    `update ebv_run set traits = array_remove(traits, '${column}') where '${column}' = any(traits)`,
    `delete from evaluation where num_nonnulls(${earlier.join(', ')}) = 0`,
    ...listTraits(earlier),
    `alter table ranking_row drop column ${column}, drop column ${column}_r2`,
    `alter table import_draft drop column ${column}`,
    `alter table evaluation drop column ${column}`,
  ];
}

function conditionOf({ column, least, most, step }: AddedTrait): string {
  const range = `${column} between ${least} and ${most}`;
  if (step === undefined || step === 1) return range;
  return `${range} and ${column} * ${1 / step} = floor(${column} * ${1 / step})`;
}

const KEY = 'account_id, run_id, entity_type, queen_id';

/** Replaces the check and the trigger functions (migration 12) that list the traits. */
function listTraits(traits: readonly string[]): string[] {
  const columns = traits.flatMap((trait) => [trait, `${trait}_r2`]);
  const values = traits.flatMap((trait) =>
    ['normalized', 'reliability'].map((value) => `max(${value}) filter (where trait = '${trait}')`),
  );
  const insert = (alias: string, from: string) => `
        insert into ranking_row ${alias}(${KEY}, ${columns.join(', ')})
        select ${KEY}, ${values.join(', ')}
        from ${from} group by ${KEY}`;
  return [
    `alter table evaluation drop constraint if exists evaluation_check1,
      add constraint evaluation_check1 check (num_nonnulls(${traits.join(', ')}) > 0)`,
    `create or replace function add_ranking_rows() returns trigger language plpgsql as $$
      begin${insert('as r ', 'written')}
        on conflict (${KEY}) do update set
          ${columns.map((column) => `${column} = coalesce(excluded.${column}, r.${column})`).join(', ')};
        return null;
      end $$`,
    `create or replace function renew_ranking_rows() returns trigger language plpgsql as $$
      begin
        delete from ranking_row r
        using (select distinct ${KEY} from written) w
        where r.account_id = w.account_id and r.run_id = w.run_id and r.entity_type = w.entity_type
          and r.queen_id = w.queen_id;${insert('', `breeding_value join (select distinct ${KEY} from written) w using (${KEY})`)};
        return null;
      end $$`,
  ];
}
