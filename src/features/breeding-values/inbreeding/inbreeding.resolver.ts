import { Ctx, FieldResolver, Float, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../graphql/context.js';
import { Pedigree } from '../../pedigree/pedigree.types.js';
import { Queen } from '../../queens/queen.entity.js';
import { inbreedingByDam } from './inbreeding-by-dam.js';

/** A queen without a known dam has a coefficient of 0. */
const inbreedingOf = ({ motherId }: { motherId: string | null }, { loaders }: RequestContext) =>
  motherId === null ? 0 : loaders.get(inbreedingByDam).load(motherId);

@Resolver(() => Queen)
export class QueenInbreedingResolver {
  @FieldResolver(() => Float, {
    description: 'Inbreeding coefficient, 0 to 1, from her whole known pedigree.',
  })
  inbreeding(@Root() queen: Queen, @Ctx() context: RequestContext): number | Promise<number> {
    return inbreedingOf(queen, context);
  }
}

@Resolver(() => Pedigree)
export class PedigreeInbreedingResolver {
  @FieldResolver(() => Float, {
    description:
      'Inbreeding coefficient of the queen, 0 to 1. It is computed from her whole known pedigree, not only from the requested generations.',
  })
  inbreeding(@Root() pedigree: Pedigree, @Ctx() context: RequestContext): number | Promise<number> {
    return inbreedingOf(pedigree, context);
  }
}
