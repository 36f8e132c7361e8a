import { ArgsType, Args, Ctx, Field, FieldResolver, InputType, Query, Resolver, Root } from 'type-graphql';
import { Requires, Resource } from '../../auth/requires.js';
import type { RequestContext } from '../../graphql/context.js';
import { connectionOf, ConnectionArgs } from '../../graphql/connection.js';
import { paginate } from '../../graphql/paginate.js';
import { AuditEvent } from './audit-event.entity.js';
import { AuditAction } from './audit.enums.js';

@InputType({ description: 'Conditions for audit events.' })
@Resource('account')
export class AuditFilter {
  @Field(() => AuditAction, { nullable: true, description: 'Only events of this kind.' })
  action?: AuditAction | null;
}

@ArgsType()
export class AuditArgs extends ConnectionArgs {
  @Field(() => AuditFilter, { nullable: true, description: 'Conditions. Default: all events.' })
  filter?: AuditFilter | null;
}

export const AuditEventConnection = connectionOf(AuditEvent, 'AuditEvent', 'account', 'A page of the audit trail.');

@Resolver(() => AuditEvent)
export class AuditResolver {
  @Query(() => AuditEventConnection, {
    nullable: true,
    description:
      'Audit trail of the account, newest first: sign-ins, API keys, exports, imports and deletions. Events are kept for one year. Of each kind, only the newest 400 events are kept.',
  })
  @Requires('account', 'read')
  auditEvents(@Args(() => AuditArgs) { filter, ...page }: AuditArgs, @Ctx() { em }: RequestContext) {
    const values = filter?.action == null ? {} : { action: filter.action };
    // Ids are UUIDs of version 7, which sort by time.
    return paginate(em, AuditEvent, { values }, [{ key: 'id', descending: true }], page);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'IPv4 address or IPv6 /64 network of the client. Null if the address is unknown, for example after a command of the operator, or if the caller reads the audit trail with an API key.',
  })
  address(@Root() { address }: AuditEvent, @Ctx() { identity }: RequestContext): string | null {
    // Third parties use API keys, and must not learn the IP addresses of the owner.
    return identity?.kind === 'session' ? address : null;
  }
}
