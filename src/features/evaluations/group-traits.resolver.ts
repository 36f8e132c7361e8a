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
      'Each of the eight traits over all evaluations of its apiary and season, this one included: what it can be compared with. Null where the apiary is not known.',
  })
  @Requires('evaluations', 'read')
  async groupTraits(
    @Root() { apiaryId, year }: Evaluation,
    @Ctx() { loaders }: RequestContext,
  ): Promise<TraitStatistics[] | null> {
    return apiaryId === null ? null : loaders.get(traitsByGroup).load({ apiaryId, year });
  }
}
