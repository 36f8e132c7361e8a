import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PartialDate } from '../../graphql/scalars.js';
import { Resource } from '../../auth/requires.js';
import { EditableRow } from '../../graphql/owned-row.entity.js';
import { Generation, LifeStatus, MatingType } from './queen.enums.js';

@Entity({ tableName: 'queen' })
@ObjectType({
  description: 'A honey-bee queen. The codes 1b, 2a and 4a denote positions in a pedigree, as in BeeBreed.',
  simpleResolvers: true,
})
@Resource('queens')
export class Queen extends EditableRow {
  @Field(() => Generation, { description: 'Generation: breeding stock (F0) or production (F1).' })
  @Property({ type: 'text' })
  generation!: Generation;

  @Field({ description: 'Name. Queens with different external identifiers can have the same name.' })
  @Property({ type: 'text' })
  name!: string;

  /** Search key of the name. */
  @Property({ type: 'text' })
  nameKey!: string;

  /** Sort key of the name, which sorts numbers by value. */
  @Property({ type: 'text', generated: 'natural_key(name_key) stored' })
  nameOrder!: string;

  @Field(() => String, { nullable: true, description: 'Race, as entered. Codes differ between associations.' })
  @Property({ type: 'text', nullable: true })
  race!: string | null;

  @Field(() => String, { nullable: true, description: 'Breeding line, as entered.' })
  @Property({ type: 'text', nullable: true })
  line!: string | null;

  @Field(() => PartialDate, {
    nullable: true,
    description: 'Date of emergence; only the year if the day is unknown.',
  })
  @Property({ type: 'text', nullable: true, fieldName: 'birth_date' })
  dateOfBirth!: string | null;

  @Property({ type: 'integer', nullable: true, generated: 'left(birth_date, 4)::integer stored' })
  birthYear!: number | null;

  @Field(() => LifeStatus, { nullable: true, description: 'Life status; null if unknown.' })
  @Property({ type: 'text', nullable: true })
  status!: LifeStatus | null;

  /** 1 for a dead or lost queen, else 0. */
  @Property({ type: 'smallint', generated: "case when status in ('dead', 'lost') then 1 else 0 end stored" })
  isGone!: number;

  @Field(() => String, { nullable: true, description: 'Main identifier, such as a studbook number.' })
  @Property({ type: 'text', nullable: true })
  externalId!: string | null;

  @Property({ type: 'text', nullable: true, generated: 'natural_key(identifier_key(external_id)) stored' })
  externalOrder!: string | null;

  @Field(() => String, { nullable: true, description: 'Code of the breeder, as entered.' })
  @Property({ type: 'text', nullable: true })
  breederCode!: string | null;

  @Field(() => String, { nullable: true, description: 'Marking colour or number, as entered.' })
  @Property({ type: 'text', nullable: true })
  marking!: string | null;

  @Field(() => String, { nullable: true, description: 'Notes.' })
  @Property({ type: 'text', nullable: true })
  notes!: string | null;

  @Field(() => ID, { nullable: true, description: 'Dam (2a).' })
  @Property({ type: 'uuid', nullable: true })
  motherId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Sire: the queen to which the dam was mated (4a).' })
  @Property({ type: 'uuid', nullable: true })
  fatherId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the queen to which she was mated: the dam of the drone-producing queens (4a), or the single drone producer (1b).',
  })
  @Property({ type: 'uuid', nullable: true })
  matedToId!: string | null;

  @Field(() => MatingType, { nullable: true, description: 'Type of her own mating.' })
  @Property({ type: 'text', nullable: true })
  matingType!: MatingType | null;

  @Field(() => Int, { nullable: true, description: 'Insemination code: 1 for a single drone, 2 for several drones.' })
  @Property({ type: 'smallint', nullable: true })
  sdiCode!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of drone-producing queens of her mating (NS); null if not stated.',
  })
  @Property({ type: 'integer', nullable: true })
  droneProducers!: number | null;

  @Field(() => Int, { nullable: true, description: 'Number of drones that she mated with (ND); null if not stated.' })
  @Property({ type: 'integer', nullable: true })
  drones!: number | null;

  @Field(() => PartialDate, { nullable: true, description: 'Date of mating, or only the year.' })
  @Property({ type: 'text', nullable: true })
  matedAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name or code of the mating station, as entered.',
  })
  @Property({ type: 'text', nullable: true })
  matingStation!: string | null;
}
