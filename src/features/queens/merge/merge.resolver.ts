import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { Requires } from '../../../auth/requires.js';
import type { RequestContext } from '../../../graphql/context.js';
import { rereadOne } from '../../../graphql/reread.js';
import { Queen } from '../queen.entity.js';
import { previewMerge, mergeQueens } from './merge-queens.js';
import { QueenMerge } from './merge.types.js';

const KEEP = { description: 'Id of the record that remains.' };
const MERGE = { description: 'Id of the duplicate, which is deleted.' };

@Resolver()
export class MergeResolver {
  @Query(() => QueenMerge, {
    nullable: true,
    description:
      'Preview of a merge of two records of the same queen, with the conflicts that prevent the merge. Changes nothing.',
  })
  @Requires('queens', 'read')
  async queenMerge(
    @Arg('keepId', () => ID, KEEP) keepId: string,
    @Arg('mergeId', () => ID, MERGE) mergeId: string,
    @Ctx() context: RequestContext,
  ): Promise<QueenMerge> {
    const { obstacles, facts, naming, moves } = await previewMerge(context, keepId, mergeId);
    return { obstacles, facts, externalIdentifiers: naming.identifiers, moves };
  }

  @Mutation(() => Queen, {
    description:
      "Merge two records of the same queen and return the merged queen. Values of the remaining record take precedence; its empty fields are filled from the duplicate. Daughters, queens that are mated to the duplicate, evaluations, the hive, breeding values, identifiers and imported rows move to the remaining record. Breeding values are deleted instead if the remaining record has values in the same run, or if the run is still running. The duplicate's main identifier and name can become external identifiers of the remaining record. If the records conflict, the error CONFLICT lists everything that prevents the merge. If evaluations or hives move, or breeding values move or are deleted, the caller also needs the permission `write` on `evaluations`, `hive` or `blup`, respectively.",
  })
  @Requires('queens', 'write')
  async mergeQueens(
    @Arg('keepId', () => ID, KEEP) keepId: string,
    @Arg('mergeId', () => ID, MERGE) mergeId: string,
    @Ctx() context: RequestContext,
  ): Promise<Queen> {
    return rereadOne(context.em, Queen, await mergeQueens(context, keepId, mergeId));
  }
}
