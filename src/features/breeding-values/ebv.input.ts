import { ArgsType, Field, ID, InputType, registerEnumType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { ConnectionArgs } from '../../graphql/connection.js';
import { SortDirection } from '../../graphql/sort.js';
import { Trait } from '../evaluations/trait.enums.js';
import { EntityType } from './ebv.enums.js';

export enum EbvSortField {
  NORMALIZED = 'NORMALIZED',
  RAW = 'RAW',
  RELIABILITY = 'RELIABILITY',
  TRAIT = 'TRAIT',
  ENTITY_TYPE = 'ENTITY_TYPE',
}
registerEnumType(EbvSortField, {
  name: 'EbvSortField',
  description: 'Sort fields of breeding values. Equal values are sorted by trait, entity type and id of the queen.',
  valuesConfig: {
    NORMALIZED: { description: 'Normalized value' },
    RAW: { description: 'Raw value' },
    RELIABILITY: { description: 'Reliability' },
    TRAIT: { description: 'Name of the trait' },
    ENTITY_TYPE: { description: 'Entity type: queens before workers' },
  },
});

@InputType({ description: 'A sort field of breeding values.' })
@Resource('blup')
export class EbvSort {
  @Field(() => EbvSortField, { description: 'Sort field.' })
  field!: EbvSortField;

  @Field(() => SortDirection, { defaultValue: SortDirection.ASC, description: 'Sort direction.' })
  direction!: SortDirection;
}

@ArgsType()
export class LatestEbvArgs extends ConnectionArgs {
  @Field(() => Trait, { nullable: true, description: 'Trait. Default: all traits of the run.' })
  trait?: Trait | null;

  @Field(() => EntityType, { nullable: true, description: 'Entity type. Default: both.' })
  entityType?: EntityType | null;

  @Field(() => ID, { nullable: true, description: 'Only values of this queen. Default: all queens.' })
  queenId?: string | null;

  @Field(() => [EbvSort], {
    nullable: true,
    description:
      'Up to three sort fields. Default: by trait, then by entity type, then by normalized value in descending order.',
  })
  sort?: EbvSort[] | null;
}
