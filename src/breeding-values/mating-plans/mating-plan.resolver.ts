import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { ownerOf } from '../../access/owner.js';
import { Requires } from '../../access/requires.js';
import type { RequestContext } from '../../context.js';
import { Queen } from '../../queens/queen.entity.js';
import { queenById } from '../../pedigree/ancestry.js';
import { MatingPlan, MatingPlanInput, PlannedMating } from './mating-plan.types.js';
import { onePlanAtATime } from './one-plan-at-a-time.js';
import { planMatings } from './plan-matings.js';

@Resolver(() => PlannedMating)
export class MatingPlanResolver {
  @Query(() => MatingPlan, {
    nullable: true,
    description:
      'The expected values, the index and the inbreeding of the offspring of planned matings, for each pair of a queen and a drone mother, ranked. Nothing is written.',
  })
  @Requires('blup', 'read')
  async planMatings(
    @Arg('input', () => MatingPlanInput, { description: 'Which matings.' }) input: MatingPlanInput,
    @Ctx() { em, terms }: RequestContext,
  ): Promise<MatingPlan> {
    return onePlanAtATime(ownerOf(em), () => planMatings(em, input, terms.trial ?? false));
  }

  @FieldResolver(() => Queen, { nullable: true, description: 'The queen.' })
  @Requires('queens', 'read')
  queen(@Root() { queenId }: PlannedMating, @Ctx() { loaders }: RequestContext): Promise<Queen | null> {
    return loaders.get(queenById).load(queenId);
  }

  @FieldResolver(() => Queen, { nullable: true, description: 'The drone mother.' })
  @Requires('queens', 'read')
  droneMother(@Root() { droneMotherId }: PlannedMating, @Ctx() { loaders }: RequestContext): Promise<Queen | null> {
    return loaders.get(queenById).load(droneMotherId);
  }
}
