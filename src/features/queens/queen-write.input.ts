import { Field, ID, InputType, Int } from 'type-graphql';
import { PartialDate } from '../../graphql/scalars.js';
import { Generation, LifeStatus, MatingType } from './queen.enums.js';

@InputType({ description: 'A number under which another system knows the queen.' })
export class ExternalIdentifierInput {
  @Field({ description: 'The system that gave it, such as a studbook or a registry.' })
  system!: string;

  @Field({ description: 'The number or name.' })
  value!: string;
}

@InputType({
  description:
    'A queen as she is to be. On creating, she needs a generation, and a name or an external identifier; on changing, what is absent stays and null takes away.',
})
export class QueenInput {
  @Field(() => Generation, { nullable: true, description: 'F0 or F1; an F1 queen needs a mother.' })
  generation?: Generation | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Unique among queens without an external identifier. A queen without a name is called by her identifier.',
  })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'As given: codes differ between associations.' })
  race?: string | null;

  @Field(() => String, { nullable: true, description: 'Breeding line, as given.' })
  line?: string | null;

  @Field(() => PartialDate, { nullable: true, description: 'When she hatched: a day, or the year alone.' })
  dateOfBirth?: string | null;

  @Field(() => LifeStatus, {
    nullable: true,
    description: 'What became of her. One who is sold, dead or lost heads no hive any more.',
  })
  status?: LifeStatus | null;

  @Field(() => String, { nullable: true, description: 'The main identifier; unique in the account.' })
  externalId?: string | null;

  @Field(() => [ExternalIdentifierInput], {
    nullable: true,
    description: 'All others, each unique in the account; the list takes the place of the one before.',
  })
  externalIdentifiers?: ExternalIdentifierInput[] | null;

  @Field(() => String, { nullable: true, description: 'Code of her breeder, as given.' })
  breederCode?: string | null;

  @Field(() => String, { nullable: true, description: 'Marking colour or number, as given.' })
  marking?: string | null;

  @Field(() => String, { nullable: true, description: 'Whatever is to be noted, up to 10,000 characters.' })
  notes?: string | null;

  @Field(() => ID, { nullable: true, description: 'The dam (2a).' })
  motherId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      "The sire: 4a of the dam's mating. Given with a mother whose mating is not known, it becomes her mating and so the father of all her daughters.",
  })
  fatherId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Her own mating: dam of the drone-producing queens (4a), or the one drone producer. It becomes the father of her daughters.',
  })
  matedToId?: string | null;

  @Field(() => MatingType, { nullable: true, description: 'How she was mated herself.' })
  matingType?: MatingType | null;

  @Field(() => Int, { nullable: true, description: '1 single-drone, 2 multi-drone insemination or mating.' })
  sdiCode?: number | null;

  @Field(() => Int, { nullable: true, description: 'Drone-producing queens of her mating (NS), 1 to 1000.' })
  droneProducers?: number | null;

  @Field(() => Int, { nullable: true, description: 'Drones she mated with (ND), 1 to 1000.' })
  drones?: number | null;

  @Field(() => PartialDate, { nullable: true, description: 'When she was mated: a day, or the year alone.' })
  matedAt?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The station where she was mated, by its name or code as given.',
  })
  matingStation?: string | null;
}
