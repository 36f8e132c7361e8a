import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { Requires } from '../access/requires.js';
import type { RequestContext } from '../context.js';
import { asId } from '../graphql/ids.js';
import { queenById } from '../pedigree/ancestry.js';
import { Queen } from '../queens/queen.entity.js';
import { BreedingValue } from './breeding-value.entity.js';
import { LatestEbvArgs } from './ebv.input.js';
import { newestValuesOf, runById, valuesByQueen, withPieces } from './ebv.loader.js';
import { EbvRun } from './ebv-run.entity.js';
import { BreedingValuePieces, LatestEbv } from './ebv.types.js';
import { latestEbv } from './latest-ebv.js';

const HISTORY = 'Those of every completed run, the newest first, instead of the newest run alone.';

@Resolver(() => BreedingValue)
export class EbvResolver {
  @Query(() => LatestEbv, {
    nullable: true,
    description: 'Breeding values of the newest completed run. Walking by cursor stays with the run of the first page.',
  })
  @Requires('blup', 'read')
  latestEbv(@Args(() => LatestEbvArgs) args: LatestEbvArgs, @Ctx() context: RequestContext) {
    return latestEbv(args, context);
  }

  @Query(() => [BreedingValue], {
    nullable: true,
    description: 'Breeding values of one queen, by trait; null where the account has no queen with this id.',
  })
  @Requires('blup', 'read')
  async queenEbv(
    @Arg('queenId', () => ID, { description: 'A UUID.' }) queenId: string,
    @Arg('history', () => Boolean, { defaultValue: false, description: HISTORY }) history: boolean,
    @Ctx() { loaders }: RequestContext,
  ): Promise<BreedingValue[] | null> {
    const id = asId(queenId);
    if (id === null || !(await loaders.get(queenById).load(id))) return null;
    return history ? loaders.get(valuesByQueen).load(id) : newestValuesOf(id, loaders);
  }

  @FieldResolver(() => BreedingValuePieces, {
    nullable: true,
    description: 'What it is the sum of; null for workers, and for values of other systems.',
  })
  pieces(
    @Root() value: BreedingValue,
    @Ctx() { loaders }: RequestContext,
  ): BreedingValuePieces | null | Promise<BreedingValuePieces | null> {
    if (value.parentAverage !== undefined) return piecesOf(value);
    return withPieces(value, loaders).then((whole) => (whole ? piecesOf(whole) : null));
  }

  @FieldResolver(() => EbvRun, { nullable: true, description: 'The run it is from.' })
  run(@Root() { runId }: BreedingValue, @Ctx() { loaders }: RequestContext): Promise<EbvRun | null> {
    return loaders.get(runById).load(runId);
  }
}

function piecesOf({ parentAverage, family, ownTest, offspring }: BreedingValue): BreedingValuePieces | null {
  if (parentAverage === null || family === null || ownTest === null || offspring === null) return null;
  return { parentAverage, family, ownTest, offspring };
}

@Resolver(() => Queen)
export class QueenEbvResolver {
  @FieldResolver(() => [BreedingValue], {
    nullable: true,
    description: 'Her breeding values of the newest completed run, by trait.',
  })
  @Requires('blup', 'read')
  ebv(
    @Root() queen: Queen,
    @Arg('history', () => Boolean, { defaultValue: false, description: HISTORY }) history: boolean,
    @Ctx() { loaders }: RequestContext,
  ): BreedingValue[] | Promise<BreedingValue[]> {
    return history ? loaders.get(valuesByQueen).load(queen.id) : newestValuesOf(queen.id, loaders);
  }
}
