import { Field, InputType, Int, registerEnumType } from 'type-graphql';
import { Json } from '../../../graphql/scalars.js';
import { Trait } from '../../evaluations/trait.enums.js';

export enum EbvMethod {
  honey_bee = 'honey_bee',
  animal = 'animal',
}
registerEnumType(EbvMethod, {
  name: 'EbvMethod',
  description: 'The relationships that a run reckons with.',
  valuesConfig: {
    honey_bee: { description: 'Of honey bees: queens, their worker groups, drone-producing sisters' },
    animal: { description: 'Of plain diploid animals, for comparison' },
  },
});

@InputType({ description: 'What is asked of a run.' })
export class EbvRunInput {
  @Field(() => [Trait], { nullable: true, description: 'All traits with records if absent.' })
  traits?: Trait[] | null;

  @Field(() => EbvMethod, { nullable: true, description: '`honey_bee` if absent.' })
  method?: EbvMethod | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many of the last birth years set mean and spread of the normalized values, 1 to 50; 5 if absent.',
  })
  baseYears?: number | null;

  @Field(() => Json, {
    nullable: true,
    description:
      'Variances by trait, such as `{"honey": {"worker": 50, "queen": 30, "covariance": -15, "residual": 60}}`, or `"estimate"`; published ones for traits that are left out.',
  })
  parameters?: unknown;
}
