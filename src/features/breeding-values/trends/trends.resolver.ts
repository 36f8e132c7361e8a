import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { Requires } from '../../../auth/requires.js';
import type { RequestContext } from '../../../graphql/context.js';
import type { Em } from '../../../db/orm.js';
import { EntityType } from '../ebv.enums.js';
import { inbreedingByBirthYear, type InbreedingOfYear } from '../inbreeding/inbreeding-by-birth-year.js';
import { TraitWeightsInput } from '../selection-index/index-weights.types.js';
import { ebvTrends } from './trends.js';
import { EbvTrends, EbvTrendYear, InbreedingTrend } from './trends.types.js';

/** Inbreeding by year of birth, asked for once in a request. */
function inbreedingOfYears(em: Em): () => Promise<InbreedingOfYear[]> {
  let years: Promise<InbreedingOfYear[]> | undefined;
  return () => (years ??= inbreedingByBirthYear({ em }));
}

@Resolver(() => EbvTrendYear)
export class TrendsResolver {
  @Query(() => EbvTrends, {
    nullable: true,
    description: 'Means of the breeding values of the newest completed run, and of inbreeding, by year of birth.',
  })
  @Requires('blup', 'read')
  ebvTrends(
    @Arg('entityType', () => EntityType, {
      defaultValue: EntityType.queen,
      description: 'Values of the queens themselves, or of their workers.',
    })
    entityType: EntityType,
    @Arg('weights', () => TraitWeightsInput, {
      nullable: true,
      description: 'For the index, in place of the weights that are kept.',
    })
    weights: TraitWeightsInput | null | undefined,
    @Ctx() context: RequestContext,
  ): Promise<EbvTrends> {
    return ebvTrends({ entityType, weights }, context);
  }

  @FieldResolver(() => InbreedingTrend, {
    nullable: true,
    description: 'How inbred the queens of the year are, from the pedigree as it is now, also without a run.',
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
