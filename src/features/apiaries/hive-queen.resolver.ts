import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { queenById } from '../queens/ancestry.js';
import { Reads } from '../../graphql/selection.js';
import { Queen } from '../queens/queen.entity.js';
import { hiveByQueen } from './apiary.loader.js';
import { Hive } from './hive.entity.js';

@Resolver(() => Hive)
export class HiveQueenResolver {
  @FieldResolver(() => Queen, { nullable: true, description: 'Queen that heads the hive.' })
  @Requires('queens', 'read')
  async queen(@Root() { queenId }: Hive, @Ctx() { loaders }: RequestContext): Promise<Queen | null> {
    return queenId === null ? null : loaders.get(queenById).load(queenId);
  }
}

@Resolver(() => Queen)
export class QueenHiveResolver {
  @FieldResolver(() => Hive, { nullable: true, description: 'Hive that she heads.' })
  @Requires('hive', 'read')
  @Reads('id')
  hive(@Root() queen: Queen, @Ctx() { loaders }: RequestContext): Promise<Hive | null> {
    return loaders.get(hiveByQueen).load(queen.id);
  }
}
