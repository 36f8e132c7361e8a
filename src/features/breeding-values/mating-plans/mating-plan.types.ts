import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Resource } from '../../../auth/requires.js';
import { Json } from '../../../graphql/scalars.js';
import { EbvRun } from '../ebv-run.entity.js';
import { Trait } from '../../evaluations/trait.enums.js';
import { TraitWeights, TraitWeightsInput } from '../selection-index/index-weights.types.js';
import type { TraitName } from '../../../core/traits.js';
import type { Weights } from '../selection-index/weights.js';

export enum PlannedDrones {
  drone_producing_daughters = 'drone_producing_daughters',
  own_drones = 'own_drones',
}
registerEnumType(PlannedDrones, {
  name: 'PlannedDrones',
  description: 'Whose drones a planned mating takes.',
  valuesConfig: {
    drone_producing_daughters: { description: 'Those of many daughters of the drone mother, as at a mating station' },
    own_drones: { description: 'Those of the drone mother herself' },
  },
});

export enum MatingBasis {
  daughter = 'daughter',
  queen = 'queen',
}
registerEnumType(MatingBasis, {
  name: 'MatingBasis',
  description: 'Who of a queen can be mated yet.',
  valuesConfig: {
    daughter: { description: 'A daughter of hers: she was mated herself, and a queen mates once' },
    queen: { description: 'She herself: nothing is known that would show her to be mated' },
  },
});

@InputType({ description: 'Which matings to look at.' })
export class MatingPlanInput {
  @Field(() => [ID], { nullable: true, description: 'Queens, 1 to 100, each once. Required.' })
  queenIds?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      "Queens whose drones, or whose daughters' drones, they might mate with: 1 to 100, each once, and at most 2,500 pairs in all. A queen is not paired with herself. Required.",
  })
  droneMotherIds?: string[] | null;

  @Field(() => PlannedDrones, { nullable: true, description: 'Whose drones. Required.' })
  use?: PlannedDrones | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Matings whose offspring would be more inbred than this, 0 to 1, are left out and told of apart.',
  })
  maxInbreeding?: number | null;

  @Field(() => TraitWeightsInput, {
    nullable: true,
    description: 'What each trait counts in the index; the weights that are kept if absent.',
  })
  weights?: TraitWeightsInput | null;
}

@ObjectType({ description: 'The expected breeding value of the offspring of a planned mating.', simpleResolvers: true })
@Resource('blup')
export class ExpectedValue {
  @Field(() => Trait, { description: 'The trait.' })
  trait!: Trait;

  @Field(() => Float, { description: "In the trait's own unit: the mean of the raw values of the parents." })
  raw!: number;

  @Field(() => Float, { description: 'The same on the scale of the run: 100 is the mean of its base years.' })
  normalized!: number;
}

@ObjectType({ description: 'What is expected of the offspring of a planned mating.', simpleResolvers: true })
@Resource('blup')
export class ExpectedOffspring {
  @Field(() => Float, { description: 'Their coefficient of inbreeding, a fraction from 0 to 1.' })
  inbreeding!: number;

  @Field(() => Float, { nullable: true, description: 'The index of their expected values; null where there are none.' })
  index!: number | null;

  @Field(() => [ExpectedValue], { description: 'By trait, of the traits that the run has values for.' })
  values!: ExpectedValue[];

  /** Of 2,500 pairs the values are 40,000, each an object with three fields to resolve. */
  @Field(() => Json, {
    description: 'The same as one object, for plans of many pairs: by trait `{"raw": …, "normalized": …}`.',
  })
  byTrait!: Partial<Record<TraitName, Pick<ExpectedValue, 'raw' | 'normalized'>>>;
}

@ObjectType({
  description: 'A pair that was left out because of the inbreeding of its offspring.',
  simpleResolvers: true,
})
@Resource('blup')
export class ExcludedMating {
  @Field(() => ID, { description: 'The queen.' })
  queenId!: string;

  @Field(() => ID, { description: 'The drone mother.' })
  droneMotherId!: string;

  @Field(() => Float, { description: 'The inbreeding coefficient of the offspring by which it was judged.' })
  inbreeding!: number;

  @Field(() => MatingBasis, { description: 'Whose offspring these are.' })
  basis!: MatingBasis;
}

@ObjectType({ description: 'A pair of a queen and a drone mother.', simpleResolvers: true })
@Resource('blup')
export class PlannedMating extends ExcludedMating {
  @Field(() => Int, { description: 'Its place: by the index, of equal ones by the lower inbreeding.' })
  rank!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'The index by which it is ranked; null where there are no values.',
  })
  index!: number | null;

  @Field(() => ExpectedOffspring, { description: 'Where a daughter of the queen is mated.' })
  daughter!: ExpectedOffspring;

  @Field(() => ExpectedOffspring, { description: 'Where the queen is mated herself.' })
  herself!: ExpectedOffspring;
}

@ObjectType({ description: 'Planned matings, the best first.', simpleResolvers: true })
@Resource('blup')
export class MatingPlan {
  @Field(() => EbvRun, {
    nullable: true,
    description: 'The run that the values are from, the newest that was computed here; null where there is none.',
  })
  run!: EbvRun | null;

  @Field(() => TraitWeights, { description: 'The weights of the index.' })
  weights!: Weights;

  @Field(() => PlannedDrones, { description: 'As asked.' })
  use!: PlannedDrones;

  @Field(() => [PlannedMating], { description: 'The pairs, the best first.' })
  matings!: PlannedMating[];

  @Field(() => [ExcludedMating], { description: 'Those left out, the least inbred first.' })
  excluded!: ExcludedMating[];
}
