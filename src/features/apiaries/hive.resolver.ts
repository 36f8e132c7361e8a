import { sql } from 'kysely';
import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { connectionOf } from '../../graphql/connection.js';
import { findById } from '../../graphql/find.js';
import { idOrNil } from '../../graphql/ids.js';
import { paginate } from '../../graphql/paginate.js';
import { Apiary } from './apiary.entity.js';
import { apiaryById } from './apiary.loader.js';
import { Hive } from './hive.entity.js';
import { HivesArgs } from './hive.input.js';

export const HiveConnection = connectionOf(Hive, 'Hive', 'hive', 'A page of hives.');

@Resolver(() => Hive)
export class HiveResolver {
  @Query(() => Hive, { nullable: true, description: 'Hive with this id; null if it does not exist.' })
  @Requires('hive', 'read')
  hive(
    @Arg('id', () => ID, { description: 'A UUID.' }) id: string,
    @Ctx() { em }: RequestContext,
  ): Promise<Hive | null> {
    return findById(em, Hive, id);
  }

  @Query(() => HiveConnection, { nullable: true, description: 'Hives, sorted by name.' })
  @Requires('hive', 'read')
  hives(@Args(() => HivesArgs) { filter, ...page }: HivesArgs, @Ctx() { em }: RequestContext) {
    const { apiaryId, placed, queenId } = filter ?? {};
    const values = {
      ...(apiaryId != null && { apiaryId: idOrNil(apiaryId) }),
      ...(queenId != null && { queenId: idOrNil(queenId) }),
    };
    const conditions = placed == null ? [] : [placed ? sql`q.apiary_id is not null` : sql`q.apiary_id is null`];
    return paginate(em, Hive, { values, conditions }, [{ key: 'nameOrder' }, { key: 'id' }], page);
  }

  @FieldResolver(() => Apiary, { nullable: true, description: 'Apiary of the hive.' })
  async apiary(@Root() { apiaryId }: Hive, @Ctx() { loaders }: RequestContext): Promise<Apiary | null> {
    return apiaryId === null ? null : loaders.get(apiaryById).load(apiaryId);
  }
}
