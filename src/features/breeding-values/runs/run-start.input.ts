import { Field, InputType, Int, registerEnumType } from 'type-graphql';
import { Json } from '../../../graphql/scalars.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { DroneGroups } from '../ebv.enums.js';

export enum EbvMethod {
  honey_bee = 'honey_bee',
  animal = 'animal',
}
registerEnumType(EbvMethod, {
  name: 'EbvMethod',
  description: 'Model that a run uses for the relationships between animals.',
  valuesConfig: {
    honey_bee: { description: 'Honey bees: queens, worker groups and drone-producing queens' },
    animal: { description: 'Diploid animals, for comparison' },
  },
});

@InputType({ description: 'Options of a run.' })
export class EbvRunInput {
  @Field(() => [Trait], { nullable: true, description: 'Traits to evaluate. Default: all traits with records.' })
  traits?: Trait[] | null;

  @Field(() => EbvMethod, { nullable: true, description: 'Model of the relationships. Default: `honey_bee`.' })
  method?: EbvMethod | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of base years, 1 to 50: the latest birth year and the years directly before it. The queens born in the base years define the mean and the standard deviation of the normalized scale. Default: 5.',
  })
  baseYears?: number | null;

  @Field(() => DroneGroups, {
    nullable: true,
    description:
      'Rule that decides which matings share one group of drone-producing queens. Default: `BY_YEAR`. The method `animal` has no such groups.',
  })
  droneGroups?: DroneGroups | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of the most recent seasons whose tests the run hides to check its predictions, 0 to 10; 0 for no check. The run reports how well the older tests predict the hidden tests. Default: 2.',
  })
  validationSeasons?: number | null;

  @Field(() => Json, {
    nullable: true,
    description:
      'Variances by trait, such as `{"honey": {"worker": 50, "queen": 30, "covariance": -15, "residual": 60}}`, or `"estimate"` to estimate them from the data. Default for absent traits: published variances.',
  })
  parameters?: unknown;
}
