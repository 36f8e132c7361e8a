import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { MAX_BULK_ROWS, bulkPaths } from '../writes/bulk.js';
import { reread, rereadOne } from '../../graphql/reread.js';
import { write, writeReturning } from '../writes/write.js';
import { deleteQueen } from './delete-queen.js';
import { QueenChangeInput, QueenInput } from './queen-write.input.js';
import { Queen } from './queen.entity.js';
import { Generation } from './queen.enums.js';
import { changeQueen, changeQueens, createQueens } from './write-queens.js';

const ID_OF_QUEEN = { description: 'Id of the queen.' };
const ONLY = {
  nullable: true,
  description: 'Generation that the queen must have. If she has another generation, the request fails with NOT_FOUND.',
};

@Resolver(() => Queen)
export class QueenWriteResolver {
  @Mutation(() => Queen, { description: 'Create a queen.' })
  @Requires('queens', 'write')
  async createQueen(
    @Arg('input', { description: 'Fields of the new queen.' }) input: QueenInput,
    @Ctx() context: RequestContext,
  ): Promise<Queen> {
    const ids = await write(context, (unit) => createQueens(unit, [input], () => 'input.'));
    return rereadOne(context.em, Queen, ids);
  }

  @Mutation(() => [Queen], { description: `Create up to ${MAX_BULK_ROWS} queens, all or none.` })
  @Requires('queens', 'write')
  async createQueens(
    @Arg('inputs', () => [QueenInput], { description: 'Fields of each new row.' }) inputs: QueenInput[],
    @Ctx() context: RequestContext,
  ): Promise<Queen[]> {
    const pathOf = bulkPaths(inputs);
    const ids = await write(context, (unit) => createQueens(unit, inputs, pathOf));
    return reread(context.em, Queen, ids);
  }

  @Mutation(() => Queen, { description: 'Update a queen.' })
  @Requires('queens', 'write')
  async updateQueen(
    @Arg('id', () => ID, ID_OF_QUEEN) id: string,
    @Arg('input', { description: 'Fields to change.' }) input: QueenInput,
    @Arg('generation', () => Generation, ONLY) generation: Generation | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Queen> {
    const ids = await write(context, (unit) => changeQueen(unit, id, input, generation));
    return rereadOne(context.em, Queen, ids);
  }

  @Mutation(() => [Queen], { description: `Update up to ${MAX_BULK_ROWS} queens, all or none.` })
  @Requires('queens', 'write')
  async updateQueens(
    @Arg('inputs', () => [QueenChangeInput], { description: 'One entry for each queen.' }) inputs: QueenChangeInput[],
    @Ctx() context: RequestContext,
  ): Promise<Queen[]> {
    const pathOf = bulkPaths(inputs);
    const ids = await write(context, (unit) => changeQueens(unit, inputs, pathOf));
    return reread(context.em, Queen, ids);
  }

  @Mutation(() => Queen, {
    description:
      'Delete a queen to whom no other queen, evaluation or hive refers, and return her. Her breeding values are also deleted. If she has breeding values, the caller also needs the permission `write` on `blup`. If other rows refer to her, the request fails with the error CONFLICT, which lists these rows.',
  })
  @Requires('queens', 'write')
  async deleteQueen(
    @Arg('id', () => ID, ID_OF_QUEEN) id: string,
    @Arg('generation', () => Generation, ONLY) generation: Generation | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<Queen> {
    return writeReturning(context, (unit) => deleteQueen(unit, id, generation));
  }
}
