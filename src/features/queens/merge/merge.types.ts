import { Field, Int, ObjectType } from 'type-graphql';
import { Requires, Resource } from '../../../auth/requires.js';
import { Json } from '../../../graphql/scalars.js';
import { QueenIdentifier } from '../queen-identifier.entity.js';

@ObjectType({ description: 'A conflict that prevents a merge.', simpleResolvers: true })
@Resource('queens')
export class MergeObstacle {
  @Field({ description: 'Field or relation with the conflict.' })
  path!: string;

  @Field({ description: 'Description of the conflict, with the conflicting values if the caller may read them.' })
  message!: string;

  @Field(() => String, { nullable: true, description: 'A stable code for this kind of conflict.' })
  code?: string | null;

  @Field(() => Json, { nullable: true, description: 'Parameters for a translation of the message.' })
  params?: unknown;
}

@ObjectType({
  description: 'Effect of a merge on one field of the queen.',
  simpleResolvers: true,
})
@Resource('queens')
export class MergeFact {
  @Field({ description: 'Name of the field.' })
  field!: string;

  @Field(() => Json, { description: 'Value after the merge.' })
  kept!: unknown;

  @Field(() => Json, { nullable: true, description: 'Discarded value; null if no value is discarded.' })
  dropped!: unknown;

  @Field({ description: 'Whether the value after the merge comes from the duplicate.' })
  filled!: boolean;
}

@ObjectType({
  description:
    'Effect of a merge on the rows that refer to the duplicate: how many rows of each kind move to the remaining queen, and how many breeding values are deleted.',
  simpleResolvers: true,
})
@Resource('queens')
export class MergeMoves {
  @Field(() => Int, { description: 'Number of queens whose dam is the duplicate.' })
  daughters!: number;

  @Field(() => Int, { description: 'Number of queens whose sire is the duplicate.' })
  daughtersByHerDrones!: number;

  @Field(() => Int, { description: 'Number of queens that are mated to the duplicate.' })
  matedToHer!: number;

  @Field(() => Int, { description: 'Number of rows of imported files that describe the duplicate.' })
  importedRows!: number;

  @Field(() => Int, { nullable: true, description: 'Number of evaluations.' })
  @Requires('evaluations', 'read')
  evaluations!: number;

  @Field(() => Int, { nullable: true, description: 'Number of hives that the duplicate heads, 0 or 1.' })
  @Requires('hive', 'read')
  hives!: number;

  @Field(() => Int, { nullable: true, description: 'Number of breeding values.' })
  @Requires('blup', 'read')
  breedingValues!: number;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of breeding values that are deleted, because the remaining queen has values in the same runs, or the runs are still running.',
  })
  @Requires('blup', 'read')
  breedingValuesDropped!: number;
}

@ObjectType({ description: 'Preview of a merge of two records of the same queen.', simpleResolvers: true })
@Resource('queens')
export class QueenMerge {
  @Field(() => [MergeObstacle], { description: 'Conflicts that prevent the merge; empty if the merge is possible.' })
  obstacles!: MergeObstacle[];

  @Field(() => [MergeFact], {
    description:
      'Fields that take their value from the duplicate, and fields of which one of the two values is discarded.',
  })
  facts!: MergeFact[];

  @Field(() => [QueenIdentifier], {
    description:
      "All identifiers of the remaining queen after the merge, except her main identifier. The duplicate's main identifier and name can become such identifiers.",
  })
  externalIdentifiers!: Pick<QueenIdentifier, 'system' | 'value'>[];

  @Field(() => MergeMoves, { description: 'Rows that would move to the remaining queen.' })
  moves!: MergeMoves;
}
