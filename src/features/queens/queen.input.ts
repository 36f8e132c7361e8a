import { ArgsType, Field, ID, InputType, Int, registerEnumType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { ConnectionArgs } from '../../graphql/connection.js';
import { DateTime, PartialDate } from '../../graphql/scalars.js';
import { SortDirection } from '../../graphql/sort.js';
import { Generation, LifeStatus } from './queen.enums.js';

@InputType({ description: 'Which queens; all conditions together.' })
@Resource('queens')
export class QueenFilter {
  @Field(() => [ID], { nullable: true, description: 'These queens; ids of none are passed over.' })
  ids?: string[] | null;

  @Field(() => Generation, { nullable: true, description: 'F0 or F1.' })
  generation?: Generation | null;

  @Field(() => LifeStatus, { nullable: true, description: 'What became of her.' })
  status?: LifeStatus | null;

  @Field(() => String, { nullable: true, description: 'The race, exactly as it was given.' })
  race?: string | null;

  @Field(() => Int, { nullable: true, description: 'The year of birth.' })
  year?: number | null;

  @Field(() => PartialDate, {
    nullable: true,
    description: 'Born then or later. A queen of whom only the year is known counts as born at its beginning.',
  })
  bornFrom?: string | null;

  @Field(() => PartialDate, {
    nullable: true,
    description: 'Born then or earlier; a year alone, `2023`, includes all of that year.',
  })
  bornTo?: string | null;

  @Field(() => ID, { nullable: true, description: 'Daughters of this queen.' })
  motherId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Daughters by the drones of this queen or of her daughters.' })
  fatherId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Queens mated to this one.' })
  matedToId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Part of the name, whatever its case and accents, or of an external identifier, whatever its case.',
  })
  search?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Only queens, or no queens, that are nothing but a word or a sign for a missing value, or a way of mating: earlier imports made queens of those. `removePlaceholderQueens` removes them.',
  })
  placeholder?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Only queens, or no queens, with an identifier that another queen has in another spelling: they may be one to be merged.',
  })
  sharesIdentifier?: boolean | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Last written (`updatedAt`) then or later. To keep a copy in step, deletions included, follow `changes`.',
  })
  updatedSince?: Date | null;
}

export enum QueenSortField {
  NAME = 'NAME',
  DATE_OF_BIRTH = 'DATE_OF_BIRTH',
  RACE = 'RACE',
  STATUS = 'STATUS',
  GENERATION = 'GENERATION',
  EXTERNAL_ID = 'EXTERNAL_ID',
  CREATED_AT = 'CREATED_AT',
  UPDATED_AT = 'UPDATED_AT',
}
registerEnumType(QueenSortField, {
  name: 'QueenSortField',
  description: 'What queens can be sorted by. Equal ones follow by id.',
  valuesConfig: {
    NAME: { description: 'Name, whatever its case and accents' },
    DATE_OF_BIRTH: { description: 'Date of birth; a year alone stands before the days of that year' },
    RACE: { description: 'Race' },
    STATUS: { description: 'Life status, by its word' },
    GENERATION: { description: 'F0, F1' },
    EXTERNAL_ID: { description: 'Main external identifier' },
    CREATED_AT: { description: 'When she was first written' },
    UPDATED_AT: { description: 'When she was last written' },
  },
});

@InputType({ description: 'A field to sort queens by.' })
@Resource('queens')
export class QueenSort {
  @Field(() => QueenSortField, { description: 'The field.' })
  field!: QueenSortField;

  @Field(() => SortDirection, { defaultValue: SortDirection.ASC, description: 'Upwards or downwards.' })
  direction!: SortDirection;
}

@ArgsType()
export class QueensArgs extends ConnectionArgs {
  @Field(() => QueenFilter, { nullable: true, description: 'All queens if absent.' })
  filter?: QueenFilter | null;

  @Field(() => [QueenSort], { nullable: true, description: 'At most three fields; by name if absent.' })
  sort?: QueenSort[] | null;
}
