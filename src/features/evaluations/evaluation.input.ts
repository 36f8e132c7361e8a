import { byTrait, sortOf, TRAITS } from '../../core/traits.js';
import { ArgsType, Field, ID, InputType, Int, registerEnumType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { ConnectionArgs } from '../../graphql/connection.js';
import { DateTime } from '../../graphql/scalars.js';
import { SortDirection } from '../../graphql/sort.js';

@InputType({ description: 'Conditions for evaluations. All of them must hold.' })
@Resource('evaluations')
export class EvaluationFilter {
  @Field(() => ID, { nullable: true, description: 'Only evaluations of this queen.' })
  queenId?: string | null;

  @Field(() => Int, { nullable: true, description: 'Only evaluations of this season.' })
  year?: number | null;

  @Field(() => ID, { nullable: true, description: 'Only evaluations at this apiary.' })
  apiaryId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only evaluations of the colony in this hive.' })
  hiveId?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Only evaluations whose `updatedAt` is at or after this time. To keep a copy up to date, including deletions, use `changes`.',
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
  description: 'Sort fields of evaluations. Equal values are sorted by id.',
  valuesConfig: {
    YEAR: { description: 'Season' },
    EVALUATED_ON: { description: 'Date of the evaluation' },
    ...byTrait(sortOf, (name) => ({ description: TRAITS[name].title })),
    CREATED_AT: { description: 'Time of creation' },
    UPDATED_AT: { description: 'Time of the last change' },
  },
});

@InputType({ description: 'A sort field of evaluations.' })
@Resource('evaluations')
export class EvaluationSort {
  @Field(() => EvaluationSortField, { description: 'Sort field.' })
  field!: EvaluationSortField;

  @Field(() => SortDirection, { defaultValue: SortDirection.ASC, description: 'Sort direction.' })
  direction!: SortDirection;
}

@ArgsType()
export class EvaluationsArgs extends ConnectionArgs {
  @Field(() => EvaluationFilter, { nullable: true, description: 'Conditions. Default: all evaluations.' })
  filter?: EvaluationFilter | null;

  @Field(() => [EvaluationSort], {
    nullable: true,
    description: 'Up to three sort fields. Default: newest season first.',
  })
  sort?: EvaluationSort[] | null;
}
