import { sql } from 'kysely';
import { onlyRow } from '../../../db/only-row.js';
import { hidden, hiddenOwner } from '../../../db/owner.js';
import { findRow } from '../../../graphql/rows.js';
import type { Em } from '../../../db/orm.js';
import { EbvRun } from '../ebv-run.entity.js';
import { COMPLETED, NEWEST_FIRST } from '../ebv.loader.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { EbvSource } from '../ebv.enums.js';
import { traitReportsOf } from '../reports/read-report.js';
import type { NormalizationScale } from '../reports/report.types.js';
import { TRAIT_NAMES, type TraitName } from '../../../core/traits.js';

/** A trait with values in a run, and its normalization. */
export interface ScaledTrait {
  word: TraitName;
  mean: number;
  sd: number;
}

/** Returns the newest completed run that this service computed. Imported runs lack worker values, which plans need. */
export const newestComputedRun = (em: Em): Promise<EbvRun | null> =>
  findRow(em, EbvRun, { ...COMPLETED, source: EbvSource.computed }, NEWEST_FIRST);

/**
 * Limits that every computed scale meets, because its standard deviation is the root of a sum of squares. With a scale
 * from an edited export, normalized values could be too large for a number.
 */
const isUsable = ({ mean, sd }: NormalizationScale): boolean => Math.abs(mean) <= 1e100 && sd >= 1e-200;

/** Returns the traits with values and a usable scale. Invalid scales are ignored, as in the report of the run. */
export function scaledTraits(run: EbvRun | null): ScaledTrait[] {
  if (!run) return [];
  const scales = new Map(traitReportsOf(run).map(({ trait, scale }) => [trait, scale]));
  return TRAIT_NAMES.flatMap((word) => {
    const scale = scales.get(Trait[word]);
    const isScaled = scale && isUsable(scale) && run.traits.includes(Trait[word]);
    return isScaled ? [{ word, mean: scale.mean, sd: scale.sd }] : [];
  });
}

/**
 * Reads the values of queens and of their workers as a JSON list of `PackedValue`. For a queen without values of her
 * own or of her workers, also reads the values of her dam (or her sire, if the dam is unknown) and her mate,
 * recursively, because they determine the expected values.
 */
export async function readValues(
  em: Em,
  runId: string,
  traits: readonly ScaledTrait[],
  ids: readonly string[],
): Promise<string> {
  const owner = hiddenOwner(em);
  const columns = traits.map(({ word }) => Trait[word] as string);
  const { rows } = await sql<{ packed: string | null }>`
    with recursive need (id) as (
      select unnest((select ${[...ids]}::uuid[]))
      union
      select relative.id
      from need
      cross join lateral (
        select mother_id, father_id, mated_to_id from queen q
        where q.account_id = ${owner} and q.id = need.id and (
          select count(distinct v.entity_type) from breeding_value v
          where v.account_id = ${owner} and v.run_id = ${hidden(runId)} and v.queen_id = need.id
        ) < 2
        offset 0
      ) q
      cross join lateral (values (coalesce(q.mother_id, q.father_id)), (q.mated_to_id)) relative (id)
      where relative.id is not null
    )
    select json_agg(json_build_array(
      v.queen_id, v.entity_type = 'worker', array_position(${columns}::text[], v.trait) - 1, v.raw
    ))::text as packed
    from need
    cross join lateral (
      select * from breeding_value v
      where v.account_id = ${owner} and v.run_id = ${hidden(runId)} and v.queen_id = need.id
        and v.trait = any(${columns}::text[]) and v.raw is not null
      offset 0
    ) v`.execute(em.getKysely());
  return onlyRow(rows).packed ?? '[]';
}
