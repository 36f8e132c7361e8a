import { requiredPermissionOf } from '../auth/guard.js';
import { permits, type Requirement } from '../auth/permissions.js';
import type { RequestContext } from './context.js';
import { isOverloaded } from '../db/database-errors.js';
import { ResponseTooLarge } from './budget.js';
import { compilingExecutor } from './executor/execute.js';

/**
 * Runs every operation, of GraphQL and of REST. In place of graphql-js' own `execute`, which would do as well.
 * @throws what a database failed with that does not answer or takes too long, since asking again would make it worse;
 *   likewise that the response is too large
 */
export const execute = compilingExecutor<RequestContext, Requirement>({
  requirementOf: requiredPermissionOf,
  meets: ({ identity }, requirement) => identity !== null && permits(identity.permissions, requirement),
  isFinal: (error) => isOverloaded(error) || error instanceof ResponseTooLarge,
  beforeFallback: ({ budget }) => budget?.reset(),
});
