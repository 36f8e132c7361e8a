import { selection, toRest, type Members } from '../../rest/members.js';

export const AUDIT_MEMBERS = {
  id: 'id',
  happened_at: 'happenedAt',
  action: 'action',
  actor: 'actor',
  key_id: 'keyId',
  subject_id: 'subjectId',
  address: 'address',
  count: 'count',
} as const satisfies Members;

export const AUDIT_FIELDS = selection(AUDIT_MEMBERS);
export const auditBody = (event: object): Record<string, unknown> => toRest(AUDIT_MEMBERS, event);
