import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { parseId } from '../../graphql/ids.js';
import { Reads } from '../../graphql/selection.js';
import { queenById } from '../queens/ancestry.js';
import { Queen } from '../queens/queen.entity.js';
import { BreedingValue } from './breeding-value.entity.js';
import { LatestEbvArgs } from './ebv.input.js';
import { newestValuesByQueen, runById, valuesByQueen } from './ebv.loader.js';
import { EbvRun } from './ebv-run.entity.js';
import { BreedingValuePieces, LatestEbv } from './ebv.types.js';
import { latestEbv } from './latest-ebv.js';

const HISTORY = 'Whether to return the values of every completed run, newest first, instead of the newest run only.';

@Resolver(() => BreedingValue)
export class EbvResolver {
  @Query(() => LatestEbv, {
    nullable: true,
    description:
      'Breeding values of the newest completed run. All pages that are read by cursor use the run of the first page.',
  })
  @Requires('blup', 'read')
  latestEbv(@Args(() => LatestEbvArgs) args: LatestEbvArgs, @Ctx() context: RequestContext) {
    return latestEbv(args, context);
  }

  @Query(() => [BreedingValue], {
    nullable: true,
    description: 'Breeding values of a queen, sorted by trait; null if the queen does not exist.',
  })
  @Requires('blup', 'read')
  async queenEbv(
    @Arg('queenId', () => ID, { description: 'A UUID.' }) queenId: string,
    @Arg('history', () => Boolean, { defaultValue: false, description: HISTORY }) history: boolean,
    @Ctx() { loaders }: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<BreedingValue[] | null> {
    const id = parseId(queenId);
    if (id === null || !(await loaders.get(queenById).load(id))) return null;
    return loaders.get(history ? valuesByQueen : newestValuesByQueen(info)).load(id);
  }

  @FieldResolver(() => BreedingValuePieces, {
    nullable: true,
    description: 'Contributions that add up to the value. Null for values of workers and for imported values.',
  })
  pieces(@Root() { parentAverage, family, ownTest, offspring }: BreedingValue): BreedingValuePieces | null {
    if (parentAverage === null || family === null || ownTest === null || offspring === null) return null;
    return { parentAverage, family, ownTest, offspring };
  }

  @FieldResolver(() => EbvRun, { nullable: true, description: 'Run that produced the value.' })
  run(@Root() { runId }: BreedingValue, @Ctx() { loaders }: RequestContext): Promise<EbvRun | null> {
    return loaders.get(runById).load(runId);
  }
}

@Resolver(() => Queen)
export class QueenEbvResolver {
  @FieldResolver(() => [BreedingValue], {
    nullable: true,
    description: 'Breeding values of the newest completed run, sorted by trait.',
  })
  @Requires('blup', 'read')
  @Reads('id')
  ebv(
    @Root() queen: Queen,
    @Arg('history', () => Boolean, { defaultValue: false, description: HISTORY }) history: boolean,
    @Ctx() { loaders }: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<BreedingValue[]> {
    return loaders.get(history ? valuesByQueen : newestValuesByQueen(info)).load(queen.id);
  }
}
