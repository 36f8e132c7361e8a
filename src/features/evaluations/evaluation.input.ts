import { byTrait, sortOf, TRAITS } from '../../core/traits.js';
import { ArgsType, Field, ID, InputType, Int, registerEnumType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { ConnectionArgs } from '../../graphql/connection.js';
import { DateTime } from '../../graphql/scalars.js';
import { SortDirection } from '../../graphql/sort.js';

@InputType({ description: 'Which evaluations; all conditions together.' })
@Resource('evaluations')
export class EvaluationFilter {
  @Field(() => ID, { nullable: true, description: 'Of this queen.' })
  queenId?: string | null;

  @Field(() => Int, { nullable: true, description: 'Of this season.' })
  year?: number | null;

  @Field(() => ID, { nullable: true, description: 'At this apiary.' })
  apiaryId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of the colony in this hive.' })
  hiveId?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Last written (`updatedAt`) then or later. To keep a copy in step, deletions included, follow `changes`.',
  })
  updatedSince?: Date | null;
}

export const EvaluationSortField = {
  YEAR: 'YEAR',
  EVALUATED_ON: 'EVALUATED_ON',
  ...byTrait(sortOf, sortOf),
  CREATED_AT: 'CREATED_AT',
  UPDATED_AT: 'UPDATED_AT',
} as const;
export type EvaluationSortField = keyof typeof EvaluationSortField;
registerEnumType(EvaluationSortField, {
  name: 'EvaluationSortField',
  description: 'What evaluations can be sorted by. Equal ones follow by id.',
  valuesConfig: {
    YEAR: { description: 'Season' },
    EVALUATED_ON: { description: 'Date of the evaluation' },
    ...byTrait(sortOf, (name) => ({ description: TRAITS[name].title })),
    CREATED_AT: { description: 'When it was first written' },
    UPDATED_AT: { description: 'When it was last written' },
  },
});

@InputType({ description: 'A field to sort evaluations by.' })
@Resource('evaluations')
export class EvaluationSort {
  @Field(() => EvaluationSortField, { description: 'The field.' })
  field!: EvaluationSortField;

  @Field(() => SortDirection, { defaultValue: SortDirection.ASC, description: 'Upwards or downwards.' })
  direction!: SortDirection;
}

@ArgsType()
export class EvaluationsArgs extends ConnectionArgs {
  @Field(() => EvaluationFilter, { nullable: true, description: 'All evaluations if absent.' })
  filter?: EvaluationFilter | null;

  @Field(() => [EvaluationSort], { nullable: true, description: 'At most three fields; newest year first if absent.' })
  sort?: EvaluationSort[] | null;
}
