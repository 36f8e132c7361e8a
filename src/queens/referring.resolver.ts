import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Requires } from '../access/requires.js';
import { Hive } from '../apiaries/hive.entity.js';
import { BreedingValue } from '../breeding-values/breeding-value.entity.js';
import type { RequestContext } from '../context.js';
import { Evaluation } from '../evaluations/evaluation.entity.js';
import { Queen } from './queen.entity.js';
import { queenById } from '../pedigree/ancestry.js';

/** What leads from rows of other features to a queen. */
@Resolver(() => Evaluation)
export class EvaluationQueenResolver {
  @FieldResolver(() => Queen, { nullable: true, description: 'The queen of the tested colony.' })
  @Requires('queens', 'read')
  queen(@Root() { queenId }: Evaluation, @Ctx() { loaders }: RequestContext): Promise<Queen | null> {
    return loaders.get(queenById).load(queenId);
  }
}

@Resolver(() => BreedingValue)
export class BreedingValueQueenResolver {
  @FieldResolver(() => Queen, { nullable: true, description: 'Whose breeding value it is.' })
  @Requires('queens', 'read')
  queen(@Root() { queenId }: BreedingValue, @Ctx() { loaders }: RequestContext): Promise<Queen | null> {
    return loaders.get(queenById).load(queenId);
  }
}

@Resolver(() => Hive)
export class HiveQueenResolver {
  @FieldResolver(() => Queen, { nullable: true, description: 'The queen at its head.' })
  @Requires('queens', 'read')
  async queen(@Root() { queenId }: Hive, @Ctx() { loaders }: RequestContext): Promise<Queen | null> {
    return queenId === null ? null : loaders.get(queenById).load(queenId);
  }
}
