import { AuditAction } from './audit.enums.js';

/** Values of the REST parameter `action`, which are the same in GraphQL. */
export const ACTIONS: Readonly<Record<string, string>> = AuditAction;
