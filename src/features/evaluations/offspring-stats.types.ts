import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { Trait } from './trait.enums.js';
import { Generation, LifeStatus } from '../queens/queen.enums.js';

@ObjectType({ description: 'Number of daughters of one generation.', simpleResolvers: true })
@Resource('queens')
export class GenerationCount {
  @Field(() => Generation, { description: 'Generation, F0 or F1.' })
  key!: Generation;

  @Field(() => Int, { description: 'Number of daughters.' })
  count!: number;
}

@ObjectType({ description: 'Number of daughters of one life status.', simpleResolvers: true })
@Resource('queens')
export class StatusCount {
  @Field(() => LifeStatus, { nullable: true, description: 'Life status; null if unknown.' })
  key!: LifeStatus | null;

  @Field(() => Int, { description: 'Number of daughters.' })
  count!: number;
}

@ObjectType({ description: 'Number of daughters of one birth year.', simpleResolvers: true })
@Resource('queens')
export class YearCount {
  @Field(() => Int, { nullable: true, description: 'Birth year; null if unknown.' })
  key!: number | null;

  @Field(() => Int, { description: 'Number of daughters.' })
  count!: number;
}

@ObjectType({
  description: "Statistics of one trait over several evaluations, such as those of a queen's daughters.",
  simpleResolvers: true,
})
@Resource('evaluations')
export class TraitStatistics {
  @Field(() => Trait, { description: 'Trait. The mean, sd, min and max are in its unit.' })
  trait!: Trait;

  @Field(() => Int, { description: 'Number of evaluations with a value of the trait.' })
  n!: number;

  @Field(() => Float, { nullable: true, description: 'Arithmetic mean; null if `n` is 0.' })
  mean!: number | null;

  @Field(() => Float, { nullable: true, description: 'Sample standard deviation; null if `n` is below 2.' })
  sd!: number | null;

  @Field(() => Float, { nullable: true, description: 'Minimum.' })
  min!: number | null;

  @Field(() => Float, { nullable: true, description: 'Maximum.' })
  max!: number | null;
}

@ObjectType({ description: "Statistics of a queen's daughters.", simpleResolvers: true })
@Resource('queens')
export class OffspringStats {
  queenId!: string;

  @Field(() => Int, { description: 'Number of daughters.' })
  total!: number;

  @Field(() => [GenerationCount], {
    description: 'Number of daughters by generation. Generations without a daughter are absent.',
  })
  byGeneration!: GenerationCount[];

  @Field(() => [StatusCount], {
    description: 'Number of daughters by life status. Statuses without a daughter are absent.',
  })
  byStatus!: StatusCount[];

  @Field(() => [YearCount], { description: 'Number of daughters by birth year, unknown birth years last.' })
  byYear!: YearCount[];

  @Field(() => Int, { description: 'Number of daughters with at least one evaluation.' })
  evaluated!: number;
}
