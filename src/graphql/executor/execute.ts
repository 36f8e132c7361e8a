import {
  execute as graphqlExecute,
  getOperationAST,
  getVariableValues,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { Compiler } from './compile.js';
import { isPromise, Run, type Complete, type OperationContext } from './run.js';

export type Execute = (args: ExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;

export interface ExecutorOptions<Context, Requirement> {
  /** The requirement of a field or an argument, if any. */
  requirementOf(used: GraphQLField<unknown, unknown> | GraphQLArgument): Requirement | undefined;
  /** Whether the caller meets a requirement. If the caller does not, graphql-js executes the query from the start. */
  meets(context: Context, requirement: Requirement): boolean;
  /** Whether to throw a resolver's error instead of falling back to graphql-js. */
  isFinal(error: unknown): boolean;
  /** Called before graphql-js re-runs a query. */
  beforeFallback(context: Context): void;
}

interface CompiledQuery<Requirement> {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: OperationContext['fragments'];
  root: Complete;
  requirements: readonly Requirement[];
}

/**
 * A faster `execute` for plain queries (see README.md). graphql-js executes all other operations. If a resolver fails,
 * graphql-js executes the query again from the start, which is safe because a query changes nothing.
 */
export function compilingExecutor<Context, Requirement>(options: ExecutorOptions<Context, Requirement>): Execute {
  /** Compiled queries; null for an operation that is not plain. */
  const compiled = new WeakMap<OperationDefinitionNode, CompiledQuery<Requirement> | null>();

  const compiledQueryOf = ({ schema, document, operationName }: ExecutionArgs): CompiledQuery<Requirement> | null => {
    const operation = getOperationAST(document, operationName);
    if (!operation) return null;
    let query = compiled.get(operation);
    if (query === undefined || (query && query.schema !== schema)) {
      query = compile(schema, document, operation, options);
      compiled.set(operation, query);
    }
    return query;
  };

  return (args) => {
    const { rootValue, variableValues = {}, contextValue } = args;
    const query = isSupported(args) ? compiledQueryOf(args) : null;
    if (!query?.requirements.every((requirement) => options.meets(contextValue as Context, requirement))) {
      return graphqlExecute(args);
    }
    const { schema, operation, fragments } = query;
    const variables = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {});
    if (!variables.coerced) return graphqlExecute(args);
    const run = new Run({ schema, operation, fragments, variableValues: variables.coerced, contextValue, rootValue });
    const fallBack = (error: unknown) => {
      if (options.isFinal(error)) throw error;
      options.beforeFallback(contextValue as Context);
      return graphqlExecute(args) as ReturnType<Execute>;
    };
    try {
      const data = run.complete(query.root) as Data;
      return isPromise(data) ? (data.then(toResult, fallBack) as Promise<ExecutionResult>) : { data };
    } catch (error) {
      return fallBack(error);
    }
  };
}

type Data = Record<string, unknown>;

const toResult = (data: unknown): ExecutionResult => ({ data: data as Data });

/**
 * Whether this executor supports the arguments: they contain neither custom resolvers nor options, and the variables
 * are an object.
 */
const isSupported = ({ fieldResolver, typeResolver, subscribeFieldResolver, options, variableValues }: ExecutionArgs) =>
  !fieldResolver && !typeResolver && !subscribeFieldResolver && !options && typeof (variableValues ?? {}) === 'object';

/** Compiles an operation; null if it is not plain. */
function compile<Requirement>(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { requirementOf }: Pick<ExecutorOptions<never, Requirement>, 'requirementOf'>,
): CompiledQuery<Requirement> | null {
  const type = schema.getQueryType();
  if (operation.operation !== OperationTypeNode.QUERY || !type) return null;
  const compiler = new Compiler(schema, document);
  try {
    const root = compiler.object(type, [operation.selectionSet], 'single');
    const requirements = [...compiler.used].flatMap((used) => requirementOf(used) ?? []);
    return { schema, operation, fragments: compiler.fragments, root, requirements };
  } catch {
    // The document is not plain, or it is invalid.
    return null;
  }
}
