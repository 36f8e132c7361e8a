import { Field, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';

@ObjectType({ description: 'The colonies that were tested at an apiary in one season: those that can be compared.' })
@Resource('evaluations')
export class ApiarySeason {
  @Field(() => Int, { description: 'The season.' })
  year!: number;

  @Field(() => Int, { description: 'Evaluations.' })
  evaluations!: number;

  /** See `dams` of the resolver. */
  knownDams!: number;
}
