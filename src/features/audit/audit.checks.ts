import { AuditAction } from './audit.enums.js';

/** The words of actions, each of which is the same in GraphQL. */
export const ACTIONS: Readonly<Record<string, string>> = AuditAction;
