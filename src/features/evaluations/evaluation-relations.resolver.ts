import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { Reads } from '../../graphql/selection.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { apiaryById, hiveById } from '../apiaries/apiary.loader.js';
import { Hive } from '../apiaries/hive.entity.js';
import { queenById } from '../queens/ancestry.js';
import { Queen } from '../queens/queen.entity.js';
import { Evaluation } from './evaluation.entity.js';

/** Resolvers for the rows to which an evaluation refers. */
@Resolver(() => Evaluation)
export class EvaluationRelationsResolver {
  @FieldResolver(() => Queen, { nullable: true, description: 'Queen of the tested colony.' })
  @Requires('queens', 'read')
  @Reads('queenId')
  queen(@Root() { queenId }: Evaluation, @Ctx() { loaders }: RequestContext): Promise<Queen | null> {
    return loaders.get(queenById).load(queenId);
  }

  @FieldResolver(() => Apiary, { nullable: true, description: 'Apiary of the colony.' })
  @Requires('hive', 'read')
  @Reads('apiaryId')
  async apiary(@Root() { apiaryId }: Evaluation, @Ctx() { loaders }: RequestContext): Promise<Apiary | null> {
    return apiaryId === null ? null : loaders.get(apiaryById).load(apiaryId);
  }

  @FieldResolver(() => Hive, { nullable: true, description: 'Hive of the colony.' })
  @Requires('hive', 'read')
  @Reads('hiveId')
  async hive(@Root() { hiveId }: Evaluation, @Ctx() { loaders }: RequestContext): Promise<Hive | null> {
    return hiveId === null ? null : loaders.get(hiveById).load(hiveId);
  }
}
