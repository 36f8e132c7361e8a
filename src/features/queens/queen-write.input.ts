import { Field, ID, InputType, Int } from 'type-graphql';
import { DateTime, PartialDate } from '../../graphql/scalars.js';
import { Generation, LifeStatus, MatingType } from './queen.enums.js';

@InputType({ description: 'An identifier of the queen in another system.' })
export class ExternalIdentifierInput {
  @Field({ description: 'System that issued the identifier, such as a studbook or registry.' })
  system!: string;

  @Field({ description: 'Identifier in that system.' })
  value!: string;
}

@InputType({
  description:
    'Fields of a queen. A new queen requires a generation, and a name or an external identifier. In an update, absent fields keep their values and null clears a field.',
})
export class QueenInput {
  @Field(() => Generation, { nullable: true, description: 'Generation, F0 or F1. An F1 queen requires a mother.' })
  generation?: Generation | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name, unique among queens without an external identifier. Default: the external identifier.',
  })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Race, as entered. Codes differ between associations.' })
  race?: string | null;

  @Field(() => String, { nullable: true, description: 'Breeding line, as entered.' })
  line?: string | null;

  @Field(() => PartialDate, { nullable: true, description: 'Date of emergence, or only the year.' })
  dateOfBirth?: string | null;

  @Field(() => LifeStatus, {
    nullable: true,
    description: 'Life status. A queen that is sold, dead or lost no longer heads a hive.',
  })
  status?: LifeStatus | null;

  @Field(() => String, { nullable: true, description: 'Main identifier, unique in the account.' })
  externalId?: string | null;

  @Field(() => [ExternalIdentifierInput], {
    nullable: true,
    description: 'Other identifiers, each unique in the account. The list replaces the previous list.',
  })
  externalIdentifiers?: ExternalIdentifierInput[] | null;

  @Field(() => String, { nullable: true, description: 'Code of the breeder, as entered.' })
  breederCode?: string | null;

  @Field(() => String, { nullable: true, description: 'Marking colour or number, as entered.' })
  marking?: string | null;

  @Field(() => String, { nullable: true, description: 'Notes, up to 10,000 characters.' })
  notes?: string | null;

  @Field(() => ID, { nullable: true, description: 'Dam (2a).' })
  motherId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the sire: the queen to which the dam was mated (4a). If the dam has no known mate, this queen becomes her mate, and thus the sire of all her daughters.',
  })
  fatherId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the queen to which she was mated: the dam of the drone-producing queens (4a), or the single drone producer (1b). The queen with this id becomes the sire of all daughters of the queen that the request creates or changes.',
  })
  matedToId?: string | null;

  @Field(() => MatingType, { nullable: true, description: 'Type of her own mating.' })
  matingType?: MatingType | null;

  @Field(() => Int, { nullable: true, description: 'Insemination code: 1 for a single drone, 2 for several drones.' })
  sdiCode?: number | null;

  @Field(() => Int, { nullable: true, description: 'Number of drone-producing queens of her mating (NS), 1 to 1000.' })
  droneProducers?: number | null;

  @Field(() => Int, { nullable: true, description: 'Number of drones that she mated with (ND), 1 to 1000.' })
  drones?: number | null;

  @Field(() => PartialDate, { nullable: true, description: 'Date of mating, or only the year.' })
  matedAt?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name or code of the mating station, as entered.',
  })
  matingStation?: string | null;
}

@InputType({ description: 'Changes to a queen. Absent fields keep their values and null clears a field.' })
export class QueenChangeInput extends QueenInput {
  @Field(() => ID, { description: 'Id of the queen.' })
  id!: string;

  @Field(() => DateTime, {
    nullable: true,
    description:
      '`updatedAt` of the queen when the client read her. If she was changed later, the request fails with CONFLICT.',
  })
  ifUpdatedAt?: Date | null;
}
