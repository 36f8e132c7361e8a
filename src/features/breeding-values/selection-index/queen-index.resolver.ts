import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { Ctx, FieldResolver, Float, Resolver, Root } from 'type-graphql';
import { Requires } from '../../../auth/requires.js';
import { hidden, hiddenOwner } from '../../../db/owner.js';
import type { LoaderFactory, RequestContext } from '../../../graphql/context.js';
import { Reads } from '../../../graphql/selection.js';
import { Queen } from '../../queens/queen.entity.js';
import { newestRun } from '../ebv.loader.js';
import { indexSql, lowestReliabilitySql } from '../ranking/ranking-page.js';
import { savedWeights } from './saved-weights.js';
import { weightsWithin } from './weights.js';

interface QueenIndex {
  /** Null if no trait of the run has a weight, or if the queen has no value for a weighted trait. */
  index: number | null;
  reliability: number | null;
}

const NO_INDEX: QueenIndex = { index: null, reliability: null };

/** Selection index of each queen. */
const indexByQueen: LoaderFactory<string, QueenIndex> = (em, loaders) =>
  new DataLoader(async (ids) => {
    const run = await loaders.get(newestRun)();
    const weights = run && weightsWithin(await savedWeights(em), run.traits);
    const index = weights && indexSql(weights);
    if (!index) return ids.map(() => NO_INDEX);
    const { rows } = await sql<QueenIndex & { id: string }>`
      select r.queen_id as id, ${index} as index, ${lowestReliabilitySql(weights)} as reliability from ranking_row r
      where r.account_id = ${hiddenOwner(em)} and r.run_id = ${hidden(run.id)} and r.entity_type = 'queen'
        and r.queen_id = any((select ${ids}::uuid[])::uuid[])`.execute(em.getKysely());
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? NO_INDEX);
  });

@Resolver(() => Queen)
export class QueenIndexResolver {
  @FieldResolver(() => Float, {
    nullable: true,
    description:
      'Selection index of the newest completed run, with the saved weights. Null if no run is completed, if no trait of the run has a weight, or if the queen has no value for a weighted trait.',
  })
  @Requires('blup', 'read')
  @Reads('id')
  async index(@Root() queen: Queen, @Ctx() { loaders }: RequestContext): Promise<number | null> {
    return (await loaders.get(indexByQueen).load(queen.id)).index;
  }

  @FieldResolver(() => Float, {
    nullable: true,
    description:
      'Lowest reliability among the weighted traits of `index`; null if one of these reliabilities is unknown, or if `index` is null.',
  })
  @Requires('blup', 'read')
  @Reads('id')
  async indexReliability(@Root() queen: Queen, @Ctx() { loaders }: RequestContext): Promise<number | null> {
    const { index, reliability } = await loaders.get(indexByQueen).load(queen.id);
    return index === null ? null : reliability;
  }
}
