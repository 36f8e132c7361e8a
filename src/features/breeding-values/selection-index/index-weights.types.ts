import { Field, Float, InputType, ObjectType } from 'type-graphql';
import { TRAIT_NAMES, TRAITS } from '../../../core/traits.js';
import { Resource } from '../../../auth/requires.js';
import { DateTime } from '../../../graphql/scalars.js';
import { MAX_WEIGHT } from './weights.checks.js';
import type { Weights } from './weights.js';

/** The fields of the traits are added below. */
const WithWeights = class {} as new () => Weights;

@ObjectType({
  description: 'Weights of the traits in the selection index. A negative weight selects against the trait.',
  simpleResolvers: true,
})
@Resource('blup')
export class TraitWeights extends WithWeights {}

@InputType({ description: 'Weights of the traits in the selection index, at least one of them not 0.' })
export class TraitWeightsInput extends WithWeights {}

for (const name of TRAIT_NAMES) {
  const weight = `Weight of ${TRAITS[name].weight}`;
  const range = `-${MAX_WEIGHT} to ${MAX_WEIGHT}`;
  Field(() => Float, { description: `${weight}.` })(TraitWeights.prototype, name);
  Field(() => Float, { defaultValue: 0, description: `${weight}, ${range}.` })(TraitWeightsInput.prototype, name);
}

@ObjectType({ description: 'Saved weights of the selection index.', simpleResolvers: true })
@Resource('blup')
export class IndexWeights {
  @Field(() => TraitWeights, { description: 'Weights by trait. Default: 1 for every trait.' })
  weights!: Weights;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time at which the weights were saved; null if no weights are saved.',
  })
  updatedAt!: Date | null;
}

@InputType({ description: 'Weights that replace all saved weights.' })
export class IndexWeightsInput {
  @Field(() => TraitWeightsInput, {
    nullable: true,
    description: 'Weights by trait, -1000 to 1000, at least one of them not 0. An absent trait has weight 0. Required.',
  })
  weights?: TraitWeightsInput | null;
}
