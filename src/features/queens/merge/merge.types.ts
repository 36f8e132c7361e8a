import { Field, Int, ObjectType } from 'type-graphql';
import { Requires, Resource } from '../../../auth/requires.js';
import { Json } from '../../../graphql/scalars.js';
import { QueenIdentifier } from '../queen-identifier.entity.js';

@ObjectType({ description: 'What stands in the way of a merge.', simpleResolvers: true })
@Resource('queens')
export class MergeObstacle {
  @Field({ description: 'What it is about: a field of the queens, or what hangs on them.' })
  path!: string;

  @Field({ description: 'In words, with what either record says.' })
  message!: string;
}

@ObjectType({
  description: 'What becomes of a field of which the record that goes says something.',
  simpleResolvers: true,
})
@Resource('queens')
export class MergeFact {
  @Field({ description: 'The field of the queen.' })
  field!: string;

  @Field(() => Json, { description: 'What the kept queen will have.' })
  kept!: unknown;

  @Field(() => Json, { nullable: true, description: 'What is given up for it; null where nothing is.' })
  dropped!: unknown;

  @Field({ description: 'Whether what she will have comes from the record that goes.' })
  filled!: boolean;
}

@ObjectType({
  description: 'How many rows refer to the record that goes, and will refer to the kept one.',
  simpleResolvers: true,
})
@Resource('queens')
export class MergeMoves {
  @Field(() => Int, { description: 'Queens whose mother she is.' })
  daughters!: number;

  @Field(() => Int, { description: 'Queens whose father she is, by her drones.' })
  daughtersByHerDrones!: number;

  @Field(() => Int, { description: 'Queens who are mated to her.' })
  matedToHer!: number;

  @Field(() => Int, { description: 'Rows of imported files that described her.' })
  importedRows!: number;

  @Field(() => Int, { nullable: true, description: 'Her evaluations.' })
  @Requires('evaluations', 'read')
  evaluations!: number;

  @Field(() => Int, { nullable: true, description: 'The hive that she heads: 1, or 0.' })
  @Requires('hive', 'read')
  hives!: number;

  @Field(() => Int, { nullable: true, description: 'Her breeding values.' })
  @Requires('blup', 'read')
  breedingValues!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Her breeding values of runs in which the kept record has its own. Those stay, and these are deleted.',
  })
  @Requires('blup', 'read')
  breedingValuesDropped!: number;
}

@ObjectType({ description: 'What merging two records of one queen would do.', simpleResolvers: true })
@Resource('queens')
export class QueenMerge {
  @Field(() => [MergeObstacle], { description: 'What stands in the way; empty where nothing does.' })
  obstacles!: MergeObstacle[];

  @Field(() => [MergeFact], {
    description: 'What would be filled in, and what would be dropped because both say something.',
  })
  facts!: MergeFact[];

  @Field(() => [QueenIdentifier], {
    description: 'All identifiers that she would have besides the main one; the other number and name among them.',
  })
  externalIdentifiers!: Pick<QueenIdentifier, 'system' | 'value'>[];

  @Field(() => MergeMoves, { description: 'What would move.' })
  moves!: MergeMoves;
}
