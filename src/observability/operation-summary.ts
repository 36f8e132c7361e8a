/**
 * Summary of a GraphQL operation. The summary contains names of the schema, but no names that the client has chosen.
 */
export interface OperationSummary {
  type: 'query' | 'mutation' | 'subscription';
  /** The distinct root fields. */
  fields: readonly string[];
  /** Whether the response has an error. */
  failed: boolean;
}
