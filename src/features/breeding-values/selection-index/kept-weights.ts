import { sql } from 'kysely';
import type { Em } from '../../../db/orm.js';
import type { Unit } from '../../writes/write.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { findRows } from '../../../graphql/rows.js';
import { IndexWeight } from './index-weight.entity.js';
import type { IndexWeights } from './index-weights.types.js';
import { eachTrait, TRAIT_NAMES } from '../../../core/traits.js';
import { EVEN, type Weights } from './weights.js';

/** The weights that the account keeps, and since when; every trait 1 where it has set nothing. */
export async function keptIndexWeights(em: Em): Promise<IndexWeights> {
  const rows = await findRows(em, IndexWeight, {});
  if (rows.length === 0) return { weights: EVEN, updatedAt: null };
  const found = new Map(rows.map(({ trait, weight }) => [trait, weight]));
  const weights = eachTrait((name) => found.get(Trait[name]) ?? 0);
  const last = Math.max(...rows.map(({ updatedAt }) => updatedAt.getTime()));
  return { weights: weights, updatedAt: new Date(last) };
}

/** The weights that the account keeps; every trait 1 where it has set nothing. */
export const keptWeights = async (em: Em): Promise<Weights> => (await keptIndexWeights(em)).weights;

/** Keeps these in place of all that were kept. */
export async function keepWeights({ db, accountId }: Unit, weights: Weights): Promise<void> {
  const counting = TRAIT_NAMES.filter((word) => weights[word] !== 0);
  await sql`delete from index_weight where account_id = ${accountId}::uuid`.execute(db);
  await sql`
    insert into index_weight (account_id, trait, weight)
    select ${accountId}::uuid, trait, weight
    from unnest(${counting.map((word) => Trait[word])}::text[], ${counting.map((word) => weights[word])}::float8[]) as given(trait, weight)`.execute(
    db,
  );
}
