import { sql } from 'kysely';
import type { Em } from '../../../db/orm.js';
import type { WriteUnit } from '../../writes/write.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { findRows } from '../../../graphql/rows.js';
import { IndexWeight } from './index-weight.entity.js';
import type { IndexWeights } from './index-weights.types.js';
import { eachTrait, TRAIT_NAMES } from '../../../core/traits.js';
import { EQUAL_WEIGHTS, type Weights } from './weights.js';

/**
 * Returns the saved weights of the account and the time at which they were saved. If no weights are saved, every trait
 * has weight 1.
 */
export async function savedIndexWeights(em: Em): Promise<IndexWeights> {
  const rows = await findRows(em, IndexWeight, {});
  const [first] = rows;
  if (!first) return { weights: EQUAL_WEIGHTS, updatedAt: null };
  const found = new Map(rows.map(({ trait, weight }) => [trait, weight]));
  const weights = eachTrait((name) => found.get(Trait[name]) ?? 0);
  // `saveWeights` replaces all rows, so they have the same time.
  return { weights, updatedAt: first.updatedAt };
}

export const savedWeights = async (em: Em): Promise<Weights> => (await savedIndexWeights(em)).weights;

export async function saveWeights({ db, accountId }: WriteUnit, weights: Weights): Promise<void> {
  const weighted = TRAIT_NAMES.filter((word) => weights[word] !== 0);
  await sql`delete from index_weight where account_id = ${accountId}::uuid`.execute(db);
  await sql`
    insert into index_weight (account_id, trait, weight)
    select ${accountId}::uuid, trait, weight
    from unnest(${weighted.map((word) => Trait[word])}::text[], ${weighted.map((word) => weights[word])}::float8[]) as saved(trait, weight)`.execute(
    db,
  );
}
