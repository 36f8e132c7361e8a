import type { GraphQLSchema } from 'graphql';
import { AUDIT_MEMBERS } from '../../features/audit/audit.rest.js';
import { answerObject, type Components } from '../../openapi/json-schema.js';
import { membersOf } from '../../openapi/members.js';
import { ids, instant } from './examples.js';

/** The audit trail. */
export function auditComponents(graph: GraphQLSchema): Components {
  return {
    AuditEvent: {
      schema: answerObject(
        'An event in the audit trail of the account.',
        membersOf(graph, 'AuditEvent', AUDIT_MEMBERS),
      ),
      example: {
        id: ids.account,
        happened_at: instant,
        action: 'key_created',
        actor: 'session',
        key_id: null,
        subject_id: ids.key,
        address: '192.0.2.17',
        count: 1,
      },
    },
  };
}
