import { requirementOf } from '../auth/guarded-arguments.js';
import { permits, type Requirement } from '../auth/permissions.js';
import type { RequestContext } from './context.js';
import { isOverloaded } from '../db/database-errors.js';
import { Budget, ResponseTooLarge } from './budget.js';
import { compilingExecutor } from './executor/execute.js';

/**
 * Executes all operations of GraphQL and REST, instead of graphql-js' `execute`.
 * @throws the error of a query's resolver if the database is unreachable or overloaded, or if the response is too
 * large. In these cases, a second execution by graphql-js would only add load.
 */
export const execute = compilingExecutor<RequestContext, Requirement>({
  requirementOf,
  meets: ({ identity }, requirement) => identity !== null && permits(identity.permissions, requirement),
  isFinal: (error) => isOverloaded(error) || error instanceof ResponseTooLarge,
  beforeFallback(context) {
    // Pending resolvers of the first run still count to the previous budget.
    if (context.budget) context.budget = new Budget();
  },
});
