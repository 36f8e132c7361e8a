import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.js';
import { daughtersByMother, daughtersPage } from './daughters.loader.js';
import { Queen } from './queen.entity.js';
import { Generation } from './queen.enums.js';
import { QueenConnection } from './queen.resolver.js';

@Resolver(() => Queen)
export class DaughtersResolver {
  @FieldResolver(() => QueenConnection, { description: 'Queens whose mother she is, by name.' })
  daughters(
    @Root() queen: Queen,
    @Arg('first', () => Int, { defaultValue: 20, description: 'Rows of a page, 1 to 100.' }) first: number,
    @Arg('after', () => String, { nullable: true, description: 'Cursor of the daughter after whom to go on.' })
    after: string | null | undefined,
    @Ctx() { loaders }: RequestContext,
  ) {
    return loaders.get(daughtersPage).load({ motherId: queen.id, first, after });
  }

  @FieldResolver(() => [Queen], {
    description: 'Every queen whose mother she is, by name, in one list; for pages of them there is `daughters`.',
  })
  async allDaughters(
    @Root() queen: Queen,
    @Arg('generation', () => Generation, {
      nullable: true,
      description: 'Only if she herself is of this generation; else none are told, and none are read.',
    })
    generation: Generation | null | undefined,
    @Ctx() { loaders }: RequestContext,
  ): Promise<Queen[]> {
    return generation != null && queen.generation !== generation ? [] : loaders.get(daughtersByMother).load(queen.id);
  }
}
