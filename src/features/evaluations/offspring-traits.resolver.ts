import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { OffspringStats, TraitStatistics } from './offspring-stats.types.js';
import { offspringTraitsByQueen } from './offspring-traits.loader.js';

@Resolver(() => OffspringStats)
export class OffspringTraitsResolver {
  @FieldResolver(() => [TraitStatistics], {
    nullable: true,
    description: 'Statistics of each trait over all evaluations of the daughters.',
  })
  @Requires('evaluations', 'read')
  traits(@Root() { queenId }: OffspringStats, @Ctx() { loaders }: RequestContext): Promise<TraitStatistics[]> {
    return loaders.get(offspringTraitsByQueen).load(queenId);
  }
}
