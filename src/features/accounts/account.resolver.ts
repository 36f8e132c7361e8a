import { Arg, Ctx, Field, InputType, Mutation, Query, Resolver } from 'type-graphql';
import { sql } from 'kysely';
import { Requires } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { unauthenticated } from '../../core/errors.js';
import { checkMembers } from '../../validation/check.js';
import { LANGUAGES } from '../../validation/languages.js';
import { write } from '../writes/write.js';
import { ACCOUNT_RULES } from './account.checks.js';
import { Account } from './account.entity.js';

@InputType({ description: 'Changes to the profile. Absent fields keep their values.' })
export class AccountInput {
  @Field(() => String, { nullable: true, description: 'Name of the account, 1 to 100 characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: `Language of the web interface: ${LANGUAGES.join(', ')}.` })
  language?: string | null;
}

@Resolver()
export class AccountResolver {
  @Query(() => Account, { nullable: true, description: 'Account of the caller.' })
  @Requires('account', 'read')
  async me(@Ctx() { em, identity }: RequestContext): Promise<Account | null> {
    return identity && em.findOne(Account, { id: identity.accountId }, { disableIdentityMap: true });
  }

  @Mutation(() => Account, { description: 'Update the profile.' })
  @Requires('account', 'write')
  async updateAccount(
    @Arg('input', { description: 'Fields to change.' }) input: AccountInput,
    @Ctx() context: RequestContext,
  ): Promise<Account> {
    await write(context, async (unit) => {
      const { value, faults } = checkMembers(ACCOUNT_RULES, input, 'input.');
      unit.faults.push(...faults);
      for (const [field, fieldValue] of Object.entries(value)) {
        if (fieldValue === null)
          unit.faults.push({
            path: `input.${field}`,
            message: `must be ${ruleOf(field).what}, not null`,
            code: 'required',
          });
      }
      const { name = null, language = null } = value as { name?: string; language?: string };
      if (unit.faults.length > 0) return [];
      await sql`
        update account set name = coalesce(${name}::text, name), language = coalesce(${language}::text, language), updated_at = now()
        where id = ${unit.accountId}::uuid`.execute(unit.db);
      return [unit.accountId];
    });
    const account = await this.me(context);
    // Another request may have deleted the account after the write.
    if (!account) throw unauthenticated();
    return account;
  }
}

const ruleOf = (field: string) => ACCOUNT_RULES[field as keyof typeof ACCOUNT_RULES];
