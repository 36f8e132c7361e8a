import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Info, Query, Resolver } from 'type-graphql';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { QueenConnection } from '../queens/queen.resolver.js';
import { QueenListArgs } from './queen-list.input.js';
import { queenList } from './queen-list.js';

@Resolver()
export class QueenListResolver {
  @Query(() => QueenConnection, { nullable: true, description: 'Queens, sorted by name by default.' })
  @Requires('queens', 'read')
  queens(
    @Args(() => QueenListArgs) args: QueenListArgs,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ) {
    return queenList(args, context, info);
  }
}
