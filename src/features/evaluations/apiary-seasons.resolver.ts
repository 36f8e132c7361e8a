import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { Requires } from '../../auth/requires.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import type { RequestContext } from '../../graphql/context.js';
import { seasonsByApiary } from './apiary-seasons.loader.js';
import { ApiarySeason } from './apiary-seasons.types.js';

@Resolver(() => Apiary)
export class ApiarySeasonsResolver {
  @FieldResolver(() => [ApiarySeason], { nullable: true, description: 'Seasons with evaluations, newest first.' })
  @Requires('evaluations', 'read')
  seasons(@Root() { id }: Apiary, @Ctx() { loaders }: RequestContext): Promise<ApiarySeason[]> {
    return loaders.get(seasonsByApiary).load(id);
  }
}

@Resolver(() => ApiarySeason)
export class SeasonDamsResolver {
  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Number of different known dams of the tested queens. If the number is 1 and the dam of every tested queen is known, all tested queens are sisters, so only sisters are compared.',
  })
  @Requires('queens', 'read')
  dams(@Root() { knownDams }: ApiarySeason): number {
    return knownDams;
  }
}
