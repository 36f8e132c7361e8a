import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { Resource } from '../access/requires.js';
import { OwnedRow } from '../owned-row.entity.js';
import { PartialDate } from '../graphql/scalars.js';

@Entity({ tableName: 'evaluation' })
@ObjectType({ description: 'A performance test: one colony, one season, one apiary.', simpleResolvers: true })
@Resource('evaluations')
export class Evaluation extends OwnedRow {
  @Field(() => ID, { description: 'The queen of the tested colony.' })
  @Property({ type: 'uuid' })
  queenId!: string;

  @Field(() => Int, { description: 'The season.' })
  @Property({ type: 'integer' })
  year!: number;

  @Field(() => PartialDate, { nullable: true, description: 'When it was evaluated.' })
  @Property({ type: 'text', nullable: true })
  evaluatedOn!: string | null;

  @Field(() => ID, { nullable: true, description: 'Where the colony stood; null where nobody said.' })
  @Property({ type: 'uuid', nullable: true })
  apiaryId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The hive of the colony; null where nobody said.' })
  @Property({ type: 'uuid', nullable: true })
  hiveId!: string | null;

  @Field(() => String, { nullable: true, description: 'Who evaluated.' })
  @Property({ type: 'text', nullable: true })
  evaluator!: string | null;

  @Field(() => String, { nullable: true, description: 'Country, as given.' })
  @Property({ type: 'text', nullable: true })
  countryCode!: string | null;

  @Field(() => String, { nullable: true, description: 'Postal code, as given.' })
  @Property({ type: 'text', nullable: true })
  postalCode!: string | null;

  @Field(() => Float, { nullable: true, description: 'Honey yield of the season in kg, 0 to 200.' })
  @Property({ type: 'double', nullable: true })
  honey!: number | null;

  @Field(() => Float, { nullable: true, description: 'Score 1 to 4 in steps of 0.5, 4 best.' })
  @Property({ type: 'double', nullable: true })
  gentleness!: number | null;

  @Field(() => Float, { nullable: true, description: 'Score 1 to 4 in steps of 0.5, 4 best.' })
  @Property({ type: 'double', nullable: true })
  vigor!: number | null;

  @Field(() => Float, { nullable: true, description: 'Score 1 to 4 in steps of 0.5, 4 best.' })
  @Property({ type: 'double', nullable: true })
  wintering!: number | null;

  @Field(() => Float, { nullable: true, description: 'Score 1 to 4 in steps of 0.5, 4 best.' })
  @Property({ type: 'double', nullable: true })
  nonSwarming!: number | null;

  @Field(() => Float, { nullable: true, description: 'Score 1 to 4 in steps of 0.5, 4 best.' })
  @Property({ type: 'double', nullable: true })
  combBehavior!: number | null;

  @Field(() => Int, { nullable: true, description: 'Pin test: cells of 50 cleaned after 6 hours.' })
  @Property({ type: 'smallint', nullable: true })
  hyg6h!: number | null;

  @Field(() => Int, { nullable: true, description: 'Pin test: cells of 50 cleaned after 24 hours.' })
  @Property({ type: 'smallint', nullable: true })
  hyg24h!: number | null;
}
