import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { Trait } from './trait.enums.js';
import { Generation, LifeStatus } from '../queens/queen.enums.js';

@ObjectType({ description: 'Daughters of one generation.', simpleResolvers: true })
@Resource('queens')
export class GenerationCount {
  @Field(() => Generation, { description: 'F0 or F1.' })
  key!: Generation;

  @Field(() => Int, { description: 'Daughters.' })
  count!: number;
}

@ObjectType({ description: 'Daughters of one life status.', simpleResolvers: true })
@Resource('queens')
export class StatusCount {
  @Field(() => LifeStatus, { nullable: true, description: 'Null: of those of whom nobody said.' })
  key!: LifeStatus | null;

  @Field(() => Int, { description: 'Daughters.' })
  count!: number;
}

@ObjectType({ description: 'Daughters of one year of birth.', simpleResolvers: true })
@Resource('queens')
export class YearCount {
  @Field(() => Int, { nullable: true, description: 'The year of birth; null: of those for whom it is not known.' })
  key!: number | null;

  @Field(() => Int, { description: 'Daughters.' })
  count!: number;
}

@ObjectType({
  description: "One trait over several evaluations, such as those of a queen's daughters.",
  simpleResolvers: true,
})
@Resource('evaluations')
export class TraitStatistics {
  @Field(() => Trait, { description: 'The trait; its unit is that of the evaluation.' })
  trait!: Trait;

  @Field(() => Int, { description: 'Evaluations with a value.' })
  n!: number;

  @Field(() => Float, { nullable: true, description: 'Arithmetic mean; null where n is 0.' })
  mean!: number | null;

  @Field(() => Float, { nullable: true, description: 'Standard deviation of the sample; null where n is below 2.' })
  sd!: number | null;

  @Field(() => Float, { nullable: true, description: 'Least value.' })
  min!: number | null;

  @Field(() => Float, { nullable: true, description: 'Greatest value.' })
  max!: number | null;
}

@ObjectType({ description: "A queen's daughters in numbers.", simpleResolvers: true })
@Resource('queens')
export class OffspringStats {
  queenId!: string;

  @Field(() => Int, { description: 'Daughters.' })
  total!: number;

  @Field(() => [GenerationCount], { description: 'By generation; those with a daughter.' })
  byGeneration!: GenerationCount[];

  @Field(() => [StatusCount], { description: 'By what became of them; those with a daughter.' })
  byStatus!: StatusCount[];

  @Field(() => [YearCount], { description: 'By year of birth, unknown ones last.' })
  byYear!: YearCount[];

  @Field(() => Int, { description: 'Daughters with one evaluation or more.' })
  evaluated!: number;
}
