import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.js';
import { Json } from '../../graphql/scalars.js';
import { Queen } from '../queens/queen.entity.js';
import { originsByQueen } from './origin.loader.js';
import { OriginImport } from './origin.types.js';

@Resolver(() => Queen)
export class OriginResolver {
  @FieldResolver(() => Json, {
    nullable: true,
    description:
      'The raw row of the first imported file that describes the queen: an object from header to original text. Null if no file describes her.',
  })
  async originData(@Root() queen: Queen, @Ctx() { loaders }: RequestContext): Promise<Record<string, string> | null> {
    const [first] = await loaders.get(originsByQueen).load(queen.id);
    return first?.rows[0] ?? null;
  }

  @FieldResolver(() => [OriginImport], {
    description: 'Rows of imported files that describe the queen, oldest import first.',
  })
  originImports(@Root() queen: Queen, @Ctx() { loaders }: RequestContext): Promise<OriginImport[]> {
    return loaders.get(originsByQueen).load(queen.id);
  }
}
