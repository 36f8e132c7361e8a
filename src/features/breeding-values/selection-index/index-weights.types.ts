import { Field, Float, InputType, ObjectType } from 'type-graphql';
import { TRAIT_NAMES, TRAITS } from '../../../core/traits.js';
import { Resource } from '../../../auth/requires.js';
import { DateTime } from '../../../graphql/scalars.js';
import { MOST_WEIGHT } from './weights.checks.js';
import type { Weights } from './weights.js';

/** The fields of the traits are added below. */
const WithWeights = class {} as new () => Weights;

@ObjectType({
  description: 'What each trait counts in the index of selection. A negative weight selects against the trait.',
  simpleResolvers: true,
})
@Resource('blup')
export class TraitWeights extends WithWeights {}

const NONE = { defaultValue: 0, description: `-${MOST_WEIGHT} to ${MOST_WEIGHT}.` };

@InputType({ description: 'What each trait is to count in the index of selection, one at least other than 0.' })
export class TraitWeightsInput extends WithWeights {}

for (const name of TRAIT_NAMES) {
  Field(() => Float, { description: `Of ${TRAITS[name].weight}.` })(TraitWeights.prototype, name);
  Field(() => Float, NONE)(TraitWeightsInput.prototype, name);
}

@ObjectType({ description: 'The weights that the breeder keeps for the index of selection.', simpleResolvers: true })
@Resource('blup')
export class IndexWeights {
  @Field(() => TraitWeights, { description: 'By trait; every trait 1 where nothing was set.' })
  weights!: Weights;

  @Field(() => DateTime, { nullable: true, description: 'When they were set; null where they were not.' })
  updatedAt!: Date | null;
}

@InputType({ description: 'Weights to keep, in place of all that were kept.' })
export class IndexWeightsInput {
  @Field(() => TraitWeightsInput, {
    nullable: true,
    description: 'By trait, -1000 to 1000, one at least other than 0; a trait left out counts 0. Required.',
  })
  weights?: TraitWeightsInput | null;
}
