import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { Reads } from '../../graphql/selection.js';
import { queenById } from '../queens/ancestry.js';
import { Queen } from '../queens/queen.entity.js';
import { BreedingValue } from './breeding-value.entity.js';

@Resolver(() => BreedingValue)
export class BreedingValueQueenResolver {
  @FieldResolver(() => Queen, { nullable: true, description: 'Queen to whom the value belongs.' })
  @Requires('queens', 'read')
  @Reads('queenId')
  queen(@Root() { queenId }: BreedingValue, @Ctx() { loaders }: RequestContext): Promise<Queen | null> {
    return loaders.get(queenById).load(queenId);
  }
}
