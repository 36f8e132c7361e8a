import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.js';
import { offspringByQueen } from './offspring-stats.loader.js';
import { OffspringStats } from './offspring-stats.types.js';
import { Queen } from '../queens/queen.entity.js';

@Resolver(() => Queen)
export class OffspringStatsResolver {
  @FieldResolver(() => OffspringStats, { description: 'Statistics of her daughters.' })
  offspringStats(@Root() queen: Queen, @Ctx() { loaders }: RequestContext): Promise<OffspringStats> {
    return loaders.get(offspringByQueen).load(queen.id);
  }
}
