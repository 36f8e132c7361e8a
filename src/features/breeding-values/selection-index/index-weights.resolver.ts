import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { Requires } from '../../../auth/requires.js';
import type { RequestContext } from '../../../graphql/context.js';
import { write } from '../../writes/write.js';
import { IndexWeights, IndexWeightsInput } from './index-weights.types.js';
import { saveWeights, savedIndexWeights } from './saved-weights.js';
import { readWeights } from './weights.js';

@Resolver()
export class IndexWeightsResolver {
  @Query(() => IndexWeights, { nullable: true, description: 'Saved weights of the selection index.' })
  @Requires('blup', 'read')
  indexWeights(@Ctx() { em }: RequestContext): Promise<IndexWeights> {
    return savedIndexWeights(em);
  }

  @Mutation(() => IndexWeights, {
    description: 'Replace the saved weights of the selection index.',
  })
  @Requires('blup', 'write')
  async setIndexWeights(
    @Arg('input', () => IndexWeightsInput, { description: 'New weights.' }) input: IndexWeightsInput,
    @Ctx() context: RequestContext,
  ): Promise<IndexWeights> {
    await write(context, async (unit) => {
      await saveWeights(unit, readWeights(input.weights, 'input.weights'));
      return [unit.accountId];
    });
    return savedIndexWeights(context.em);
  }
}
