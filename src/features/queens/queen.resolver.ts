import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { connectionOf } from '../../graphql/connection.js';
import { parseId } from '../../graphql/ids.js';
import { Reads } from '../../graphql/selection.js';
import { findWithAncestors } from './find-with-ancestors.js';
import { QueenIdentifier } from './queen-identifier.entity.js';
import { Queen } from './queen.entity.js';
import { identifiersByQueen, queenByIdentifier } from './queen.loader.js';

export const QueenConnection = connectionOf(Queen, 'Queen', 'queens', 'A page of queens.');

@Resolver(() => Queen)
export class QueenResolver {
  @Query(() => Queen, { nullable: true, description: 'Queen with this id; null if it does not exist.' })
  @Requires('queens', 'read')
  queen(
    @Arg('id', () => ID, { description: 'A UUID.' }) id: string,
    @Ctx() context: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Queen | null | Promise<Queen | null> {
    return findWithAncestors(parseId(id), context, info);
  }

  @Query(() => Queen, {
    nullable: true,
    description:
      'Queen with this external identifier. Exact spellings take precedence over other spellings, and main identifiers over other identifiers.',
  })
  @Requires('queens', 'read')
  queenByExternalId(
    @Arg('externalId', { description: 'Complete identifier, such as `DE-44-1-3-2022`.' }) externalId: string,
    @Ctx() { loaders }: RequestContext,
  ): Promise<Queen | null> {
    return loaders.get(queenByIdentifier).load(externalId);
  }

  @FieldResolver(() => [QueenIdentifier], { description: 'Identifiers of the queen in other systems.' })
  @Reads('id')
  externalIdentifiers(@Root() queen: Queen, @Ctx() { loaders }: RequestContext) {
    return loaders.get(identifiersByQueen).load(queen.id);
  }
}
