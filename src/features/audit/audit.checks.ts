import { AuditAction } from './audit.enums.js';

/** Values of the REST parameter `action`. GraphQL uses the same values. */
export const ACTIONS: Readonly<Record<string, string>> = AuditAction;
