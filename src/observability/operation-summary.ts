/** What a GraphQL request asks for, in the words of the schema: it holds nothing that the client chose. */
export interface OperationSummary {
  type: 'query' | 'mutation' | 'subscription';
  /** The fields at its root, each once. */
  fields: readonly string[];
  /** Whether the response has an error. */
  failed: boolean;
}
