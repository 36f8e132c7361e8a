import { Ctx, Query, Resolver } from 'type-graphql';
import { Requires } from '../access/requires.js';
import type { RequestContext } from '../context.js';
import { Account } from './account.entity.js';

@Resolver()
export class AccountResolver {
  @Query(() => Account, { nullable: true, description: 'The account for which the caller acts.' })
  @Requires('account', 'read')
  async me(@Ctx() { em, identity }: RequestContext): Promise<Account | null> {
    return identity && em.findOne(Account, { id: identity.accountId }, { disableIdentityMap: true });
  }
}
