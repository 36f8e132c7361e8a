import { Ctx, FieldResolver, Float, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../graphql/context.js';
import { Pedigree } from '../../pedigree/pedigree.types.js';
import { Queen } from '../../queens/queen.entity.js';
import { inbreedingByDam } from './inbreeding-by-dam.js';

/** A queen without a known dam is not inbred: nothing is known that her parents would have in common. */
const inbreedingOf = ({ motherId }: { motherId: string | null }, { loaders }: RequestContext) =>
  motherId === null ? 0 : loaders.get(inbreedingByDam).load(motherId);

@Resolver(() => Queen)
export class QueenInbreedingResolver {
  @FieldResolver(() => Float, {
    description: 'Coefficient of inbreeding, a fraction from 0 to 1, over the whole known pedigree as it is now.',
  })
  inbreeding(@Root() queen: Queen, @Ctx() context: RequestContext): number | Promise<number> {
    return inbreedingOf(queen, context);
  }
}

@Resolver(() => Pedigree)
export class PedigreeInbreedingResolver {
  @FieldResolver(() => Float, {
    description:
      "The queen's coefficient of inbreeding over her whole known pedigree, whatever the depth: a fraction from 0 to 1.",
  })
  inbreeding(@Root() pedigree: Pedigree, @Ctx() context: RequestContext): number | Promise<number> {
    return inbreedingOf(pedigree, context);
  }
}
