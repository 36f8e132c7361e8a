import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PartialDate } from '../../graphql/scalars.js';
import { Resource } from '../../auth/requires.js';
import { OwnedRow } from '../../graphql/owned-row.entity.js';
import { Generation, LifeStatus, MatingType } from './queen.enums.js';

@Entity({ tableName: 'queen' })
@ObjectType({ description: 'A honey-bee queen.', simpleResolvers: true })
@Resource('queens')
export class Queen extends OwnedRow {
  @Field(() => Generation, { description: 'Breeding stock (F0) or production (F1).' })
  @Property({ type: 'text' })
  generation!: Generation;

  @Field({ description: 'May repeat where an external identifier tells the queens apart.' })
  @Property({ type: 'text' })
  name!: string;

  /** How the name sorts and is searched. */
  @Property({ type: 'text' })
  nameKey!: string;

  @Field(() => String, { nullable: true, description: 'As given: codes differ between associations.' })
  @Property({ type: 'text', nullable: true })
  race!: string | null;

  @Field(() => String, { nullable: true, description: 'Breeding line, as given.' })
  @Property({ type: 'text', nullable: true })
  line!: string | null;

  @Field(() => PartialDate, {
    nullable: true,
    description: 'When she hatched: a day, or the year alone where only that is known.',
  })
  @Property({ type: 'text', nullable: true, fieldName: 'birth_date' })
  dateOfBirth!: string | null;

  @Property({ type: 'integer', nullable: true, generated: 'left(birth_date, 4)::integer stored' })
  birthYear!: number | null;

  @Field(() => LifeStatus, { nullable: true, description: 'Null where nobody said.' })
  @Property({ type: 'text', nullable: true })
  status!: LifeStatus | null;

  @Field(() => String, { nullable: true, description: 'The main identifier, such as a studbook number.' })
  @Property({ type: 'text', nullable: true })
  externalId!: string | null;

  @Field(() => String, { nullable: true, description: 'Code of her breeder, as given.' })
  @Property({ type: 'text', nullable: true })
  breederCode!: string | null;

  @Field(() => String, { nullable: true, description: 'Marking colour or number, as given.' })
  @Property({ type: 'text', nullable: true })
  marking!: string | null;

  @Field(() => String, { nullable: true, description: 'Whatever was noted.' })
  @Property({ type: 'text', nullable: true })
  notes!: string | null;

  @Field(() => ID, { nullable: true, description: 'The dam (2a).' })
  @Property({ type: 'uuid', nullable: true })
  motherId!: string | null;

  @Field(() => ID, { nullable: true, description: "The sire: 4a of the dam's mating." })
  @Property({ type: 'uuid', nullable: true })
  fatherId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Her own mating: dam of the drone-producing queens (4a), or the one drone producer.',
  })
  @Property({ type: 'uuid', nullable: true })
  matedToId!: string | null;

  @Field(() => MatingType, { nullable: true, description: 'How she was mated herself.' })
  @Property({ type: 'text', nullable: true })
  matingType!: MatingType | null;

  @Field(() => Int, { nullable: true, description: '1 single-drone, 2 multi-drone insemination or mating.' })
  @Property({ type: 'smallint', nullable: true })
  sdiCode!: number | null;

  @Field(() => Int, { nullable: true, description: 'Drone-producing queens of her mating (NS), where stated.' })
  @Property({ type: 'integer', nullable: true })
  droneProducers!: number | null;

  @Field(() => Int, { nullable: true, description: 'Drones she mated with (ND), where stated.' })
  @Property({ type: 'integer', nullable: true })
  drones!: number | null;

  @Field(() => PartialDate, { nullable: true, description: 'When she was mated: a day, or the year alone.' })
  @Property({ type: 'text', nullable: true })
  matedAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The station where she was mated, by its name or code as given.',
  })
  @Property({ type: 'text', nullable: true })
  matingStation!: string | null;
}
