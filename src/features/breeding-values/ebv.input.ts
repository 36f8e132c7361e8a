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
  description: 'What breeding values can be sorted by. Equal ones follow by trait, kind and queen.',
  valuesConfig: {
    NORMALIZED: { description: 'Normalized value' },
    RAW: { description: 'Raw value' },
    RELIABILITY: { description: 'Reliability' },
    TRAIT: { description: 'Trait, by its word' },
    ENTITY_TYPE: { description: 'Kind: of queens, then of workers' },
  },
});

@InputType({ description: 'A field to sort breeding values by.' })
@Resource('blup')
export class EbvSort {
  @Field(() => EbvSortField, { description: 'The field.' })
  field!: EbvSortField;

  @Field(() => SortDirection, { defaultValue: SortDirection.ASC, description: 'Upwards or downwards.' })
  direction!: SortDirection;
}

@ArgsType()
export class LatestEbvArgs extends ConnectionArgs {
  @Field(() => Trait, { nullable: true, description: 'All traits of the run if absent.' })
  trait?: Trait | null;

  @Field(() => EntityType, { nullable: true, description: 'Both kinds if absent.' })
  entityType?: EntityType | null;

  @Field(() => ID, { nullable: true, description: 'All queens if absent.' })
  queenId?: string | null;

  @Field(() => [EbvSort], {
    nullable: true,
    description: 'At most three fields; if absent by trait and kind, the best normalized value first.',
  })
  sort?: EbvSort[] | null;
}
