import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { Requires } from '../../../auth/requires.js';
import type { RequestContext } from '../../../graphql/context.js';
import type { Em } from '../../../db/orm.js';
import { EntityType } from '../ebv.enums.js';
import { inbreedingByBirthYear, type InbreedingOfYear } from '../inbreeding/inbreeding-by-birth-year.js';
import { TraitWeightsInput } from '../selection-index/index-weights.types.js';
import { ebvTrends } from './trends.js';
import { EbvTrends, EbvTrendYear, InbreedingTrend } from './trends.types.js';

/** Returns a function that computes inbreeding by birth year once for each request. */
function inbreedingOfYears(em: Em): () => Promise<InbreedingOfYear[]> {
  let years: Promise<InbreedingOfYear[]> | undefined;
  return () => (years ??= inbreedingByBirthYear({ em }));
}

@Resolver(() => EbvTrendYear)
export class TrendsResolver {
  @Query(() => EbvTrends, {
    nullable: true,
    description: 'Genetic trends: mean breeding values of the newest completed run, and inbreeding, by birth year.',
  })
  @Requires('blup', 'read')
  ebvTrends(
    @Arg('entityType', () => EntityType, {
      defaultValue: EntityType.queen,
      description: 'Whether to use values of the queens or of their workers.',
    })
    entityType: EntityType,
    @Arg('weights', () => TraitWeightsInput, {
      nullable: true,
      description: 'Weights of the index. Default: the saved weights.',
    })
    weights: TraitWeightsInput | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<EbvTrends> {
    return ebvTrends({ entityType, weights }, context);
  }

  @FieldResolver(() => InbreedingTrend, {
    nullable: true,
    description: 'Inbreeding of the queens born in the year, from the current pedigree. Does not depend on a run.',
  })
  @Requires('queens', 'read')
  async inbreeding(
    @Root() { year }: EbvTrendYear,
    @Ctx() { loaders }: RequestContext,
  ): Promise<InbreedingTrend | null> {
    const years = await loaders.get(inbreedingOfYears)();
    return years.find((each) => each.year === year) ?? null;
  }
}
