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
  description: 'Source of the drones of a planned mating.',
  valuesConfig: {
    drone_producing_daughters: { description: 'Drones of many daughters of the drone mother, as at a mating station' },
    own_drones: { description: 'Drones of the drone mother herself' },
  },
});

export enum MatingBasis {
  daughter = 'daughter',
  queen = 'queen',
}
registerEnumType(MatingBasis, {
  name: 'MatingBasis',
  description: 'Whether a planned mating uses the queen herself or one of her daughters.',
  valuesConfig: {
    daughter: { description: 'A daughter: the queen is already mated, and a queen mates only once' },
    queen: { description: 'The queen herself: no mating, daughter or evaluation shows that she is mated' },
  },
});

@InputType({ description: 'Matings to plan.' })
export class MatingPlanInput {
  @Field(() => [ID], { nullable: true, description: 'Ids of 1 to 100 different queens. Required.' })
  queenIds?: string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      "Ids of 1 to 100 different drone mothers: queens whose drones, or whose daughters' drones, are used. The queens and drone mothers can form at most 2,500 pairs. A queen is not paired with herself. Required.",
  })
  droneMotherIds?: string[] | null;

  @Field(() => PlannedDrones, { nullable: true, description: 'Source of the drones. Required.' })
  use?: PlannedDrones | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Maximum inbreeding coefficient of the offspring, 0 to 1. Matings with a higher coefficient are listed in `excluded`.',
  })
  maxInbreeding?: number | null;

  @Field(() => TraitWeightsInput, {
    nullable: true,
    description: 'Weights of the traits in the index. Default: the saved weights.',
  })
  weights?: TraitWeightsInput | null;
}

@ObjectType({
  description: 'Expected breeding value of the offspring of a planned mating for one trait.',
  simpleResolvers: true,
})
@Resource('blup')
export class ExpectedValue {
  @Field(() => Trait, { description: 'Trait.' })
  trait!: Trait;

  @Field(() => Float, {
    description: 'Expected value in the unit of the trait: the mean of the raw values of the parents.',
  })
  raw!: number;

  @Field(() => Float, {
    description:
      'Expected value on the normalized scale of the run: 100 is the mean of the queens born in the base years.',
  })
  normalized!: number;
}

@ObjectType({
  description: 'Expected values and inbreeding of the offspring of a planned mating.',
  simpleResolvers: true,
})
@Resource('blup')
export class ExpectedOffspring {
  @Field(() => Float, { description: 'Inbreeding coefficient of the offspring, 0 to 1.' })
  inbreeding!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Index of the expected values; null if no weighted trait has an expected value.',
  })
  index!: number | null;

  @Field(() => [ExpectedValue], { description: 'Expected value of each trait with values in the run.' })
  values!: ExpectedValue[];

  /**
   * One JSON value replaces many objects. For 2,500 pairs, `values` contains 40,000 objects, and each object has three
   * fields to resolve.
   */
  @Field(() => Json, {
    description:
      'The expected values as one JSON object: trait → `{"raw": …, "normalized": …}`. For many pairs, this field makes the response smaller than `values` does.',
  })
  byTrait!: Partial<Record<TraitName, Pick<ExpectedValue, 'raw' | 'normalized'>>>;
}

@ObjectType({
  description: 'A mating that was excluded because of the inbreeding of its offspring.',
  simpleResolvers: true,
})
@Resource('blup')
export class ExcludedMating {
  @Field(() => ID, { description: 'Id of the queen.' })
  queenId!: string;

  @Field(() => ID, { description: 'Id of the drone mother.' })
  droneMotherId!: string;

  @Field(() => Float, {
    description: 'Inbreeding coefficient of the offspring, 0 to 1, compared with `maxInbreeding`.',
  })
  inbreeding!: number;

  @Field(() => MatingBasis, { description: 'Whether the queen herself or one of her daughters is mated.' })
  basis!: MatingBasis;
}

@ObjectType({ description: 'A pair of a queen and a drone mother.', simpleResolvers: true })
@Resource('blup')
export class PlannedMating extends ExcludedMating {
  @Field(() => Int, { description: 'Rank by index. Pairs with the same index are ranked by inbreeding, lowest first.' })
  rank!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Index of the expected offspring, which determines the rank of the pair; null if no weighted trait has an expected value.',
  })
  index!: number | null;

  @Field(() => ExpectedOffspring, { description: 'Expected offspring if a daughter of the queen is mated.' })
  daughter!: ExpectedOffspring;

  @Field(() => ExpectedOffspring, { description: 'Expected offspring if the queen herself is mated.' })
  herself!: ExpectedOffspring;
}

@ObjectType({ description: 'Planned matings, best first.', simpleResolvers: true })
@Resource('blup')
export class MatingPlan {
  @Field(() => EbvRun, {
    nullable: true,
    description:
      'Run that produced the values: the newest completed run that the service computed. Null if there is no such run.',
  })
  run!: EbvRun | null;

  @Field(() => TraitWeights, { description: 'Weights of the traits in the index.' })
  weights!: Weights;

  @Field(() => PlannedDrones, { description: 'Source of the drones, as requested.' })
  use!: PlannedDrones;

  @Field(() => [PlannedMating], { description: 'Pairs, best first.' })
  matings!: PlannedMating[];

  @Field(() => [ExcludedMating], { description: 'Excluded matings, lowest inbreeding first.' })
  excluded!: ExcludedMating[];
}
