import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Requires } from '../access/requires.js';
import type { RequestContext } from '../context.js';
import { Evaluation } from '../evaluations/evaluation.entity.js';
import { Queen } from '../queens/queen.entity.js';
import { Apiary } from './apiary.entity.js';
import { apiaryById, hiveById, hiveByQueen } from './apiary.loader.js';
import { Hive } from './hive.entity.js';

/** What leads from rows of other features to an apiary or a hive. */
@Resolver(() => Evaluation)
export class EvaluationPlaceResolver {
  @FieldResolver(() => Apiary, { nullable: true, description: 'Where the colony stood.' })
  @Requires('hive', 'read')
  async apiary(@Root() { apiaryId }: Evaluation, @Ctx() { loaders }: RequestContext): Promise<Apiary | null> {
    return apiaryId === null ? null : loaders.get(apiaryById).load(apiaryId);
  }

  @FieldResolver(() => Hive, { nullable: true, description: 'The hive of the colony.' })
  @Requires('hive', 'read')
  async hive(@Root() { hiveId }: Evaluation, @Ctx() { loaders }: RequestContext): Promise<Hive | null> {
    return hiveId === null ? null : loaders.get(hiveById).load(hiveId);
  }
}

@Resolver(() => Queen)
export class QueenHiveResolver {
  @FieldResolver(() => Hive, { nullable: true, description: 'The hive that she heads.' })
  @Requires('hive', 'read')
  hive(@Root() queen: Queen, @Ctx() { loaders }: RequestContext): Promise<Hive | null> {
    return loaders.get(hiveByQueen).load(queen.id);
  }
}
