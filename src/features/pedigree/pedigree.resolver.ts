import { Arg, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '../../graphql/context.js';
import { Reads } from '../../graphql/selection.js';
import { Queen } from '../queens/queen.entity.js';
import { findWithAncestors } from '../queens/find-with-ancestors.js';
import { ancestry } from '../queens/ancestry.js';
import { PedigreeDepth } from '../queens/pedigree-depth.enums.js';
import { Pedigree } from './pedigree.types.js';
import { ancestorsOf } from './positions.js';

@Resolver(() => Queen)
export class PedigreeResolver {
  @FieldResolver(() => Queen, { nullable: true, description: 'Dam (2a).' })
  @Reads('motherId')
  mother(@Root() queen: Queen, @Ctx() context: RequestContext, @Info() info: GraphQLResolveInfo) {
    return findWithAncestors(queen.motherId, context, info);
  }

  @FieldResolver(() => Queen, { nullable: true, description: 'Sire: the queen to which the dam was mated (4a).' })
  @Reads('fatherId')
  father(@Root() queen: Queen, @Ctx() context: RequestContext, @Info() info: GraphQLResolveInfo) {
    return findWithAncestors(queen.fatherId, context, info);
  }

  @FieldResolver(() => Queen, {
    nullable: true,
    description:
      'The queen to which she was mated: the dam of the drone-producing queens (4a), or the single drone producer (1b).',
  })
  @Reads('matedToId')
  matedTo(@Root() queen: Queen, @Ctx() context: RequestContext, @Info() info: GraphQLResolveInfo) {
    return findWithAncestors(queen.matedToId, context, info);
  }

  @FieldResolver(() => Pedigree, { description: 'Ancestors over 3, 5 or 7 generations.' })
  pedigree(
    @Root() queen: Queen,
    @Arg('depth', () => PedigreeDepth, {
      defaultValue: PedigreeDepth.THREE,
      description: 'Number of generations.',
    })
    depth: PedigreeDepth,
    @Ctx() { loaders }: RequestContext,
  ): Pedigree | Promise<Pedigree> {
    const loaded = loaders.get(ancestry);
    const toPedigree = (): Pedigree => {
      const ancestors = ancestorsOf(queen, depth, (id) => loaded.get(id));
      return {
        depth,
        knownAncestors: ancestors.length,
        completeness: ancestors.length / (2 ** (depth + 1) - 2),
        motherId: queen.motherId,
        ancestors,
      };
    };
    return loaded.loadAbove(queen, depth)?.then(toPedigree) ?? toPedigree();
  }
}
