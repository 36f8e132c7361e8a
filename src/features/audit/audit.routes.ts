import { listRoute } from '../../rest/read-routes.js';
import type { Route } from '../../rest/route.js';
import { AuditAction } from './audit.enums.js';
import { AUDIT_FIELDS, auditBody } from './audit.rest.js';

export const auditRoutes: Route[] = [
  listRoute<object>({
    path: '/account/audit',
    id: 'listAuditEvents',
    summary: 'List the audit trail of the account, newest first',
    kind: 'AuditEvent',
    field: 'auditEvents',
    fields: AUDIT_FIELDS,
    row: auditBody,
    parameters: [{ name: 'action', kind: 'enum', values: AuditAction, variable: 'filter.action' }],
    filter: 'AuditFilter',
    // Audit events do not change the account's revision, so the response must not be cached.
    cacheable: false,
  }),
];
