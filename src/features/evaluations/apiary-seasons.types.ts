import { Field, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';

@ObjectType({ description: 'A contemporary group: the colonies tested at one apiary in one season.' })
@Resource('evaluations')
export class ApiarySeason {
  @Field(() => Int, { description: 'Season.' })
  year!: number;

  @Field(() => Int, { description: 'Number of evaluations.' })
  evaluations!: number;

  /** Value of the field `dams`, which needs a different permission. */
  knownDams!: number;
}
