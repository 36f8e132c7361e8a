import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { Requires } from '../../../auth/requires.js';
import type { RequestContext } from '../../../graphql/context.js';
import { Queen } from '../../queens/queen.entity.js';
import { queenById } from '../../queens/ancestry.js';
import { ebvRanking } from './ranking.js';
import { EbvRankingArgs } from './ranking.input.js';
import { EbvRanking, RankedQueen } from './ranking.types.js';

@Resolver(() => RankedQueen)
export class RankingResolver {
  @Query(() => EbvRanking, {
    nullable: true,
    description:
      'Queens of the newest completed run, ranked by the selection index, best first. All pages that are read by cursor use the run and the weights of the first page.',
  })
  @Requires('blup', 'read')
  ebvRanking(@Args(() => EbvRankingArgs) args: EbvRankingArgs, @Ctx() context: RequestContext): Promise<EbvRanking> {
    return ebvRanking(args, context);
  }

  @FieldResolver(() => Queen, { nullable: true, description: 'Queen.' })
  @Requires('queens', 'read')
  queen(@Root() { queenId }: RankedQueen, @Ctx() { loaders }: RequestContext): Promise<Queen | null> {
    return loaders.get(queenById).load(queenId);
  }
}
