import { ArgsType, Args, Ctx, Field, FieldResolver, InputType, Query, Resolver, Root } from 'type-graphql';
import { Requires, Resource } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { connectionOf, ConnectionArgs } from '../../graphql/connection.js';
import { paginate } from '../../graphql/paginate.js';
import { AuditEvent } from './audit-event.entity.js';
import { AuditAction } from './audit.enums.js';

@InputType({ description: 'Which events.' })
@Resource('account')
export class AuditFilter {
  @Field(() => AuditAction, { nullable: true, description: 'Of this kind.' })
  action?: AuditAction | null;
}

@ArgsType()
export class AuditArgs extends ConnectionArgs {
  @Field(() => AuditFilter, { nullable: true, description: 'All events if absent.' })
  filter?: AuditFilter | null;
}

export const AuditEventConnection = connectionOf(AuditEvent, 'AuditEvent', 'account', 'A page of the audit trail.');

@Resolver(() => AuditEvent)
export class AuditResolver {
  @Query(() => AuditEventConnection, {
    nullable: true,
    description:
      'What happened to the account, the newest first: sign-ins, keys, exports, imports, deletions. Kept for a year, and of each kind the newest 400.',
  })
  @Requires('account', 'read')
  auditEvents(@Args(() => AuditArgs) { filter, ...page }: AuditArgs, @Ctx() { em }: RequestContext) {
    const values = filter?.action == null ? {} : { action: filter.action };
    // Ids begin with the time.
    return paginate(em, AuditEvent, { values }, [{ key: 'id', descending: true }], page);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The IPv4 address that it came from, or the /64 network of an IPv6 one. Told to a session only.',
  })
  address(@Root() { address }: AuditEvent, @Ctx() { identity }: RequestContext): string | null {
    // Keys are given to others, for data; where their owner is at home is not of it.
    return identity?.kind === 'session' ? address : null;
  }
}
