import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.js';
import { MAX_PAGE_ROWS } from '../../graphql/max-page-rows.js';
import { daughtersByMother, daughtersOf } from './daughters.loader.js';
import { Queen } from './queen.entity.js';
import { Generation } from './queen.enums.js';
import { QueenConnection } from './queen.resolver.js';

@Resolver(() => Queen)
export class DaughtersResolver {
  @FieldResolver(() => QueenConnection, { description: 'Daughters, sorted by name.' })
  daughters(
    @Root() queen: Queen,
    @Arg('first', () => Int, { defaultValue: 20, description: `Number of rows on a page, 1 to ${MAX_PAGE_ROWS}.` })
    first: number,
    @Arg('after', () => String, { nullable: true, description: 'Cursor after which the page starts.' })
    after: string | null | undefined,
    @Ctx() context: RequestContext,
  ) {
    return daughtersOf(context, queen.id, { first, after });
  }

  @FieldResolver(() => [Queen], {
    description: 'All daughters in one list, sorted by name. For pages, use `daughters`.',
  })
  async allDaughters(
    @Root() queen: Queen,
    @Arg('generation', () => Generation, {
      nullable: true,
      description: 'Generation that the queen herself must have; otherwise the list is empty.',
    })
    generation: Generation | null | undefined,
    @Ctx() { loaders }: RequestContext,
  ): Promise<Queen[]> {
    return generation != null && queen.generation !== generation ? [] : loaders.get(daughtersByMother).load(queen.id);
  }
}
