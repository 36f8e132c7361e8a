import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { connectionOf, ConnectionArgs } from '../../graphql/connection.js';
import { findById } from '../../graphql/find.js';
import { paginate } from '../../graphql/paginate.js';
import { Apiary } from './apiary.entity.js';
import { hivesByApiary } from './apiary.loader.js';
import { Hive } from './hive.entity.js';

export const ApiaryConnection = connectionOf(Apiary, 'Apiary', 'hive', 'A page of apiaries.');

@Resolver(() => Apiary)
export class ApiaryResolver {
  @Query(() => Apiary, { nullable: true, description: 'Apiary with this id; null if it does not exist.' })
  @Requires('hive', 'read')
  apiary(
    @Arg('id', () => ID, { description: 'A UUID.' }) id: string,
    @Ctx() { em }: RequestContext,
  ): Promise<Apiary | null> {
    return findById(em, Apiary, id);
  }

  @Query(() => ApiaryConnection, { nullable: true, description: 'Apiaries, sorted by name.' })
  @Requires('hive', 'read')
  apiaries(@Args(() => ConnectionArgs) page: ConnectionArgs, @Ctx() { em }: RequestContext) {
    return paginate(em, Apiary, {}, [{ key: 'nameOrder' }, { key: 'id' }], page);
  }

  @FieldResolver(() => [Hive], { description: 'Hives of the apiary, sorted by name.' })
  hives(@Root() apiary: Apiary, @Ctx() { loaders }: RequestContext): Promise<Hive[]> {
    return loaders.get(hivesByApiary).load(apiary.id);
  }
}
