import { Field, Float, Int, ObjectType } from 'type-graphql';
import { Resource } from '../../auth/requires.js';
import { PedigreeDepth } from '../queens/pedigree-depth.enums.js';
import { Queen } from '../queens/queen.entity.js';

@ObjectType({ description: 'A known ancestor at its position in a pedigree.', simpleResolvers: true })
@Resource('queens')
export class Ancestor {
  @Field(() => Int, {
    description: 'Ahnentafel number: the queen is 1, the dam of n is 2n, the sire of n is 2n + 1.',
  })
  position!: number;

  @Field(() => Int, { description: 'Number of generations above the queen: 1 for parents, up to 7.' })
  generation!: number;

  @Field(() => Queen, { description: 'The ancestor. The same queen can occur at several positions.' })
  queen!: Queen;
}

@ObjectType({ description: 'Ancestors of a queen as a flat list.', simpleResolvers: true })
@Resource('queens')
export class Pedigree {
  /** Id of the queen's mother, for field resolvers of other features. */
  motherId!: string | null;

  @Field(() => PedigreeDepth, { description: 'Number of generations, as requested.' })
  depth!: PedigreeDepth;

  @Field(() => Int, { description: 'Number of positions with a known ancestor.' })
  knownAncestors!: number;

  @Field(() => Float, {
    description: 'Positions with a known ancestor as a fraction of all 2^(depth + 1) − 2 positions, 0 to 1.',
  })
  completeness!: number;

  @Field(() => [Ancestor], { description: 'Known ancestors, sorted by position, without the queen herself.' })
  ancestors!: Ancestor[];
}
