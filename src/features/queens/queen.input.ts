import { ArgsType, Field, ID, InputType, Int, registerEnumType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { ConnectionArgs } from '../../graphql/connection.js';
import { DateTime, PartialDate } from '../../graphql/scalars.js';
import { SortDirection } from '../../graphql/sort.js';
import { Generation, LifeStatus } from './queen.enums.js';

@InputType({ description: 'Conditions for queens. All of them must hold.' })
@Resource('queens')
export class QueenFilter {
  @Field(() => [ID], { nullable: true, description: 'Only queens with these ids. Unknown ids are ignored.' })
  ids?: string[] | null;

  @Field(() => Generation, { nullable: true, description: 'Only queens of this generation.' })
  generation?: Generation | null;

  @Field(() => LifeStatus, { nullable: true, description: 'Only queens with this life status.' })
  status?: LifeStatus | null;

  @Field(() => String, { nullable: true, description: 'Only queens of this race, exactly as entered.' })
  race?: string | null;

  @Field(() => Int, { nullable: true, description: 'Only queens born in this year.' })
  year?: number | null;

  @Field(() => PartialDate, {
    nullable: true,
    description: 'Only queens born on or after this date. A queen with only a birth year counts as born on 1 January.',
  })
  bornFrom?: string | null;

  @Field(() => PartialDate, {
    nullable: true,
    description: 'Only queens born on or before this date. A year, such as `2023`, includes the whole year.',
  })
  bornTo?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only daughters of this queen.' })
  motherId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Only queens with this sire, which is itself a queen: her drones, or drones of her daughters, fathered the queens of the list.',
  })
  fatherId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only queens mated to this queen.' })
  matedToId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Only queens whose name or external identifier contains this text. Case is ignored; accents are ignored in names.',
  })
  search?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: only living queens; false: only dead or lost queens. A queen without a status counts as living.',
  })
  living?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: only placeholder queens; false: only queens that are not placeholders. A placeholder queen is a queen that an earlier import created from a word for a missing value or for a mating type. `removePlaceholderQueens` removes all placeholder queens.',
  })
  placeholder?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: only queens with an identifier that another queen has in a different spelling, so that the two may be duplicates. False: only queens without such an identifier.',
  })
  sharesIdentifier?: boolean | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Only queens whose `updatedAt` is at or after this time. To keep a copy up to date, including deletions, use `changes`.',
  })
  updatedSince?: Date | null;
}

export enum QueenSortField {
  NAME = 'NAME',
  DATE_OF_BIRTH = 'DATE_OF_BIRTH',
  RACE = 'RACE',
  LIVING = 'LIVING',
  STATUS = 'STATUS',
  GENERATION = 'GENERATION',
  EXTERNAL_ID = 'EXTERNAL_ID',
  CREATED_AT = 'CREATED_AT',
  UPDATED_AT = 'UPDATED_AT',
}
registerEnumType(QueenSortField, {
  name: 'QueenSortField',
  description: 'Sort fields of queens. Equal values are sorted by id.',
  valuesConfig: {
    NAME: {
      description:
        'Name, ignoring case and accents. Numbers in names are compared by value: `Anna 3` precedes `Anna 13`',
    },
    DATE_OF_BIRTH: { description: 'Date of birth; a year without a day precedes the days of that year' },
    RACE: { description: 'Race' },
    LIVING: { description: 'Living queens, then dead and lost queens; a queen without a status counts as living' },
    STATUS: { description: 'Name of the life status' },
    GENERATION: { description: 'Generation: F0, then F1' },
    EXTERNAL_ID: {
      description:
        'Main external identifier, ignoring case. Numbers in identifiers are compared by value: `05-1-3` precedes `05-1-13`',
    },
    CREATED_AT: { description: 'Time of creation' },
    UPDATED_AT: { description: 'Time of the last change' },
  },
});

@InputType({ description: 'A sort field of queens.' })
@Resource('queens')
export class QueenSort {
  @Field(() => QueenSortField, { description: 'Sort field.' })
  field!: QueenSortField;

  @Field(() => SortDirection, { defaultValue: SortDirection.ASC, description: 'Sort direction.' })
  direction!: SortDirection;
}

@ArgsType()
export class QueensArgs extends ConnectionArgs {
  @Field(() => QueenFilter, { nullable: true, description: 'Conditions. Default: all queens.' })
  filter?: QueenFilter | null;

  @Field(() => [QueenSort], { nullable: true, description: 'Up to three sort fields. Default: by name.' })
  sort?: QueenSort[] | null;
}
