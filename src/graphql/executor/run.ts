import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';

/** Converts a resolver's value to its representation in the result. */
export type Complete = (value: unknown, run: Run) => unknown;

/** A compiled field at one place of the document. */
export interface FieldPlan {
  key: string;
  name: string;
  parentType: GraphQLObjectType;
  type: GraphQLOutputType;
  nodes: readonly FieldNode[];
  valueOf: (source: unknown, run: Run) => unknown;
  complete: Complete;
}

/** Thrown if a query, or a run of a query, is not plain. graphql-js then executes the query. */
export class NotPlain extends Error {}

/** The data of an operation that resolvers can access. */
export interface OperationContext {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  variableValues: Record<string, unknown>;
  contextValue: unknown;
  rootValue: unknown;
}

class Info implements GraphQLResolveInfo {
  readonly schema;
  readonly operation;
  readonly fragments;
  readonly variableValues;
  readonly rootValue;
  readonly fieldName;
  readonly fieldNodes;
  readonly returnType;
  readonly parentType;

  constructor(operation: OperationContext, field: FieldPlan) {
    this.schema = operation.schema;
    this.operation = operation.operation;
    this.fragments = operation.fragments;
    this.variableValues = operation.variableValues;
    this.rootValue = operation.rootValue;
    this.fieldName = field.name;
    this.fieldNodes = field.nodes;
    this.returnType = field.type;
    this.parentType = field.parentType;
  }

  /**
   * All objects at one place of the document share one info object, so the info object has no path. If a resolver reads
   * the path, the run is not plain.
   */
  get path(): never {
    throw new NotPlain();
  }
}

export type ObjectValue = Record<string | number, unknown>;

/** One run of a compiled query: its pending promises, and the values that it passes to resolvers. */
export class Run {
  readonly variables: Record<string, unknown>;
  readonly context: unknown;
  private readonly infos = new Map<FieldPlan, GraphQLResolveInfo>();
  private readonly objects = new Map<Complete, Map<unknown, unknown>>();
  private pending = 0;
  private isOver = false;
  private resolve: (() => void) | undefined;
  private reject: ((reason: unknown) => void) | undefined;

  constructor(private readonly of: OperationContext) {
    this.variables = of.variableValues;
    this.context = of.contextValue;
  }

  /**
   * @returns the data, or a promise of the data if a resolver returned a promise
   * @throws NotPlain, or the first error of a resolver. Pending promises are then ignored.
   */
  complete(root: Complete): unknown {
    let data: unknown;
    try {
      data = root(this.of.rootValue, this);
    } catch (error) {
      this.isOver = true;
      throw error;
    }
    if (this.pending === 0) return data;
    return new Promise<void>((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    }).then(() => data);
  }

  /** Sets a completed value, immediately or when its promise is fulfilled. */
  setWhenSettled(value: unknown, complete: Complete, target: ObjectValue, key: string | number): void {
    if (!isPromise(value)) {
      target[key] = complete(value, this);
      return;
    }
    // Creates the property now, so that fields have the order of the selections.
    target[key] = undefined;
    this.pending += 1;
    value.then(
      (fulfilled) => this.continue(fulfilled, complete, target, key),
      (reason: unknown) => this.fail(reason),
    );
  }

  list(values: readonly unknown[], complete: Complete): unknown[] {
    const list = new Array<unknown>(values.length);
    let index = 0;
    try {
      for (; index < values.length; index += 1)
        this.setWhenSettled(values[index], complete, list as unknown[] & ObjectValue, index);
    } catch (error) {
      ignoreRejections(values.slice(index));
      throw error;
    }
    return list;
  }

  /** Completes each source at a place of the document only once, because ancestors repeat in a pedigree. */
  once(complete: Complete, source: unknown): unknown {
    let objects = this.objects.get(complete);
    if (!objects) this.objects.set(complete, (objects = new Map()));
    let object = objects.get(source);
    if (object === undefined) objects.set(source, (object = complete(source, this)));
    return object;
  }

  /** The info object that all objects at a place share. */
  infoOf(field: FieldPlan): GraphQLResolveInfo {
    let info = this.infos.get(field);
    if (!info) this.infos.set(field, (info = new Info(this.of, field)));
    return info;
  }

  private continue(value: unknown, complete: Complete, target: ObjectValue, key: string | number): void {
    if (this.isOver) return ignoreRejections(value);
    try {
      target[key] = complete(value, this);
    } catch (error) {
      return this.fail(error);
    }
    this.pending -= 1;
    if (this.pending === 0) this.resolve?.();
  }

  private fail(reason: unknown): void {
    this.isOver = true;
    this.reject?.(reason);
  }
}

/** Handles rejections of promises in a dropped value. An unhandled rejection would end the process. */
function ignoreRejections(value: unknown): void {
  for (const item of Array.isArray(value) ? value : [value]) {
    if (isPromise(item)) item.then(undefined, () => undefined);
  }
}

export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
