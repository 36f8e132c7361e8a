/** Summary of a GraphQL operation in names of the schema, without anything that the client chose. */
export interface OperationSummary {
  type: 'query' | 'mutation' | 'subscription';
  /** The distinct root fields. */
  fields: readonly string[];
  /** Whether the response has an error. */
  failed: boolean;
}
