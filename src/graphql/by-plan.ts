import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { RequestContext } from '../context.js';
import { readFor } from '../replicas/as-of.js';
import { askedOf } from './asked.js';
import { writePlanned } from './execution/execute.js';

/** An operation of a document that was found valid. */
export interface Operation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  operationName?: string | null;
}

/** A query that went by its plan. */
export interface Went {
  /** As JSON. */
  data: string;
  /** Whether they are made of the account's data alone, and so the same as long as those are. */
  isSettled: boolean;
  of: Operation;
}

export type ByPlan = (
  of: Operation,
  variables: Readonly<Record<string, unknown>>,
  context: RequestContext,
) => Promise<Went | null>;

/**
 * Answers queries by their plan; null for what is none, or does not go as planned.
 * @param settled fields of Query that are made of the account's data alone; see `Route`
 */
export function byPlanOf(schema: GraphQLSchema, settled: ReadonlySet<string>): ByPlan {
  return async (of, variables, context) => {
    if (context.isPlanTried) return null;
    context.isPlanTried = true;
    const isSettled = askedOf(of.document, of.operation).fields.every((name) => settled.has(name));
    const write = () => writePlanned({ schema, ...of, variables, context });
    const ran = await readFor(context, isSettled, write);
    return ran && { ...ran, isSettled, of };
  };
}
