import { Field, Float, InputType, ObjectType } from 'type-graphql';
import { Resource } from '../../access/requires.js';
import { DateTime } from '../../graphql/scalars.js';
import { MOST_WEIGHT } from './weights.checks.js';
import type { Weights } from './weights.js';

@ObjectType({
  description: 'What each trait counts in the index of selection. A negative weight selects against the trait.',
  simpleResolvers: true,
})
@Resource('blup')
export class TraitWeights implements Weights {
  @Field(() => Float, { description: 'Of honey yield.' })
  honey!: number;

  @Field(() => Float, { description: 'Of gentleness.' })
  gentleness!: number;

  @Field(() => Float, { description: 'Of vigor.' })
  vigor!: number;

  @Field(() => Float, { description: 'Of wintering.' })
  wintering!: number;

  @Field(() => Float, { description: 'Of no inclination to swarm.' })
  nonSwarming!: number;

  @Field(() => Float, { description: 'Of calmness on the comb.' })
  combBehavior!: number;

  @Field(() => Float, { description: 'Of the pin test after 6 hours.' })
  hyg6h!: number;

  @Field(() => Float, { description: 'Of the pin test after 24 hours.' })
  hyg24h!: number;
}

const NONE = { defaultValue: 0, description: `-${MOST_WEIGHT} to ${MOST_WEIGHT}.` };

@InputType({ description: 'What each trait is to count in the index of selection, one at least other than 0.' })
export class TraitWeightsInput implements Weights {
  @Field(() => Float, NONE)
  honey!: number;

  @Field(() => Float, NONE)
  gentleness!: number;

  @Field(() => Float, NONE)
  vigor!: number;

  @Field(() => Float, NONE)
  wintering!: number;

  @Field(() => Float, NONE)
  nonSwarming!: number;

  @Field(() => Float, NONE)
  combBehavior!: number;

  @Field(() => Float, NONE)
  hyg6h!: number;

  @Field(() => Float, NONE)
  hyg24h!: number;
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
