import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { ownerOf } from '../../../db/owner.js';
import { Requires } from '../../../auth/requires.js';
import type { RequestContext } from '../../../graphql/context.js';
import { ConcurrencyQueue } from '../../../core/concurrency-queue.js';
import { Queen } from '../../queens/queen.entity.js';
import { queenById } from '../../queens/ancestry.js';
import { MatingPlan, MatingPlanInput, PlannedMating } from './mating-plan.types.js';
import { planMatings } from './plan-matings.js';

/**
 * Each account computes one plan at a time, because a plan can occupy a connection, megabytes of memory and the event
 * loop.
 */
const plans = new ConcurrencyQueue({ perKey: 1 });

@Resolver(() => PlannedMating)
export class MatingPlanResolver {
  @Query(() => MatingPlan, {
    nullable: true,
    description:
      'Expected breeding values, index and inbreeding of the offspring of each pair of a queen and a drone mother, ranked. Writes nothing.',
  })
  @Requires('blup', 'read')
  async planMatings(
    @Arg('input', () => MatingPlanInput, { description: 'Matings to plan.' }) input: MatingPlanInput,
    @Ctx() { em, writeOptions }: RequestContext,
  ): Promise<MatingPlan> {
    const release = await plans.acquire(ownerOf(em));
    try {
      return await planMatings(em, input, writeOptions.invalidMembers !== undefined);
    } finally {
      // The next plan starts after this plan has been serialized.
      setImmediate(release);
    }
  }

  @FieldResolver(() => Queen, { nullable: true, description: 'Queen.' })
  @Requires('queens', 'read')
  queen(@Root() { queenId }: PlannedMating, @Ctx() { loaders }: RequestContext): Promise<Queen | null> {
    return loaders.get(queenById).load(queenId);
  }

  @FieldResolver(() => Queen, { nullable: true, description: 'Drone mother.' })
  @Requires('queens', 'read')
  droneMother(@Root() { droneMotherId }: PlannedMating, @Ctx() { loaders }: RequestContext): Promise<Queen | null> {
    return loaders.get(queenById).load(droneMotherId);
  }
}
