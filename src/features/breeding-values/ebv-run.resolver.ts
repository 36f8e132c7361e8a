import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { connectionOf, ConnectionArgs } from '../../graphql/connection.js';
import { findById } from '../../graphql/find.js';
import { paginate } from '../../graphql/paginate.js';
import { EbvRun } from './ebv-run.entity.js';

export const EbvRunConnection = connectionOf(EbvRun, 'EbvRun', 'blup', 'A page of runs.');

@Resolver()
export class EbvRunResolver {
  @Query(() => EbvRun, { nullable: true, description: 'Run with this id; null if it does not exist.' })
  @Requires('blup', 'read')
  ebvRun(
    @Arg('id', () => ID, { description: 'A UUID.' }) id: string,
    @Ctx() { em }: RequestContext,
  ): Promise<EbvRun | null> {
    return findById(em, EbvRun, id);
  }

  @Query(() => EbvRunConnection, { nullable: true, description: 'Runs of every status, newest first.' })
  @Requires('blup', 'read')
  ebvRuns(@Args(() => ConnectionArgs) page: ConnectionArgs, @Ctx() { em }: RequestContext) {
    return paginate(em, EbvRun, {}, [{ key: 'createdAt', descending: true }, { key: 'id' }], page);
  }
}
