import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { TraitStatistics } from './offspring-stats.types.js';
import { Evaluation } from './evaluation.entity.js';
import { traitsByGroup } from './group-traits.loader.js';

@Resolver(() => Evaluation)
export class GroupTraitsResolver {
  @FieldResolver(() => [TraitStatistics], {
    nullable: true,
    description:
      'Statistics of each trait over the contemporary group (apiary and season), including this evaluation. Null if the apiary is unknown.',
  })
  @Requires('evaluations', 'read')
  async groupTraits(
    @Root() { apiaryId, year }: Evaluation,
    @Ctx() { loaders }: RequestContext,
  ): Promise<TraitStatistics[] | null> {
    return apiaryId === null ? null : loaders.get(traitsByGroup).load({ apiaryId, year });
  }
}
