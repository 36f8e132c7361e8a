import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { PedigreeDepth } from '../queens/pedigree-depth.enums.js';
import { Queen } from '../queens/queen.entity.js';

@ObjectType({ description: 'A filled position of a pedigree.', simpleResolvers: true })
@Resource('queens')
export class Ancestor {
  @Field(() => Int, {
    description: 'Ahnentafel number: the queen herself is 1, the mother of n is 2n, the father 2n + 1.',
  })
  position!: number;

  @Field(() => Int, { description: '1 for parents, 2 for grandparents, up to 7.' })
  generation!: number;

  @Field(() => Queen, { description: 'The ancestor. One that was used several times stands at several positions.' })
  queen!: Queen;
}

@ObjectType({ description: 'The ancestors of a queen as a flat list.', simpleResolvers: true })
@Resource('queens')
export class Pedigree {
  /** Of the queen herself, for what hangs on it. */
  motherId!: string | null;

  @Field(() => PedigreeDepth, { description: 'As asked.' })
  depth!: PedigreeDepth;

  @Field(() => Int, { description: 'Filled positions.' })
  knownAncestors!: number;

  @Field(() => Float, { description: 'Filled positions as a fraction of all, 2^(depth + 1) − 2: 0 to 1.' })
  completeness!: number;

  @Field(() => [Ancestor], { description: 'Filled positions in their order, without the queen herself.' })
  ancestors!: Ancestor[];
}
