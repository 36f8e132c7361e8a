import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Requires } from '../../../auth/requires.js';
import type { RequestContext } from '../../../graphql/context.js';
import { reread } from '../../../graphql/reread.js';
import { Queen } from '../queen.entity.js';
import { lookAtMerge, mergeQueens } from './merge-queens.js';
import { QueenMerge } from './merge.types.js';

const KEEP = { description: 'The id of the queen who stays.' };
const MERGE = { description: 'The id of the other record of her, which goes.' };

@Resolver()
export class MergeResolver {
  @Query(() => QueenMerge, {
    nullable: true,
    description: 'What merging two records of one queen would do, and what stands in its way. Nothing is changed.',
  })
  @Requires('queens', 'read')
  async queenMerge(
    @Arg('keepId', () => ID, KEEP) keepId: string,
    @Arg('mergeId', () => ID, MERGE) mergeId: string,
    @Ctx() context: RequestContext,
  ): Promise<QueenMerge> {
    const { obstacles, facts, naming, moves } = await lookAtMerge(context, keepId, mergeId);
    return { obstacles, facts, externalIdentifiers: naming.identifiers, moves };
  }

  @Mutation(() => Queen, {
    description:
      'Makes two records of one queen one, and answers her. What the kept one says stays, what she lacks comes from the other; daughters, mates, evaluations, the hive, breeding values, identifiers and imported rows of both are hers. Numbers and names that are not her main ones become external identifiers. CONFLICT tells everything that stands in the way. Needs `evaluations`, `hive` and `blup`: write too, as far as such rows are to move.',
  })
  @Requires('queens', 'write')
  async mergeQueens(
    @Arg('keepId', () => ID, KEEP) keepId: string,
    @Arg('mergeId', () => ID, MERGE) mergeId: string,
    @Ctx() context: RequestContext,
  ): Promise<Queen> {
    return (await reread(context.em, Queen, await mergeQueens(context, keepId, mergeId)))[0]!;
  }
}
