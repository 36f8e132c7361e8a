import type { FragmentDefinitionNode, GraphQLResolveInfo, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Complete, FieldPlan } from './plan.js';

/** Something that is not the plain course of a query: graphql-js, which knows every rule, has to run it. */
export class Irregular extends Error {}

/** What makes every run of a document irregular. */
export class Unplannable extends Irregular {}

/** What the resolvers of a run are told of the operation. */
export interface Asked {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
  context: unknown;
}

type Row = Record<string, unknown>;

/**
 * One run of a planned query. It knows the plain course only: whatever else comes up, an error of a resolver too, ends
 * it, and the answer is left to graphql-js. So it keeps no paths and tells no errors.
 */
export class Run {
  readonly variables: Record<string, unknown>;
  private readonly infos = new Map<FieldPlan, GraphQLResolveInfo>();
  private made: Map<Complete, Map<unknown, unknown>> | undefined;
  /** Values that are still to come. */
  waiting = 0;
  /** Where something is waited for. */
  private over: Promise<void> | undefined;
  private ended = false;
  private done!: () => void;
  private fail!: (reason: unknown) => void;

  constructor(private readonly asked: Asked) {
    this.variables = asked.variables;
  }

  /**
   * Fills the row at the root.
   * @returns it, with everything in its place: at once where nothing is to be waited for
   * @throws whatever kept a field from being filled
   */
  whole(row: Complete): unknown {
    try {
      const data = row(undefined, this);
      return this.waiting > 0 ? this.over!.then(() => data) : data;
    } catch (error) {
      // What is still on its way comes to nothing.
      this.ended = true;
      throw error;
    }
  }

  /**
   * What comes again at the same place of the document is told by the same row: of the 254 ancestors of a pedigree over
   * seven generations, 70 may be different queens.
   */
  once(row: Complete, source: unknown): unknown {
    const made = (this.made ??= new Map<Complete, Map<unknown, unknown>>());
    let rows = made.get(row);
    if (!rows) made.set(row, (rows = new Map()));
    let known = rows.get(source);
    if (known === undefined) rows.set(source, (known = row(source, this)));
    return known;
  }

  /** Puts the completed value in its place, now or when it has come. */
  settle(value: unknown, complete: Complete, place: Row | unknown[], key: string | number): void {
    if (isThenable(value)) this.await(value, complete, place, key);
    else (place as Row)[key] = complete(value, this);
  }

  /** Puts the completed value in its place when it has come. */
  await(value: PromiseLike<unknown>, complete: Complete, place: Row | unknown[], key: string | number): void {
    const places = place as Row;
    // Keeps the order of the fields.
    places[key] = undefined;
    this.waiting += 1;
    this.over ??= new Promise((resolve, reject) => {
      this.done = resolve;
      this.fail = reject;
    });
    value.then(
      (come) => {
        if (this.ended) return;
        try {
          places[key] = complete(come, this);
        } catch (error) {
          return this.end(error);
        }
        this.waiting -= 1;
        if (this.waiting === 0) this.done();
      },
      (reason) => this.end(reason),
    );
  }

  /** A reason that comes after the end is told to nobody: the first one ended the run. */
  private end(reason: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.fail(reason);
  }

  /** What the schema gives for a field of a row, or a promise of it. */
  valueOf(field: FieldPlan, source: unknown): unknown {
    const { resolve, name } = field;
    if (resolve) return resolve(source, field.argsOf(this.variables), this.asked.context, this.infoOf(field));
    const value = (source as Row | undefined)?.[name];
    return typeof value === 'function' ? value.call(source, field.argsOf(this.variables), this.asked.context) : value;
  }

  /** The same for all rows of a place; no path is told. */
  private infoOf(field: FieldPlan): GraphQLResolveInfo {
    let info = this.infos.get(field);
    if (!info) {
      const { schema, operation, fragments, variables } = this.asked;
      info = {
        fieldName: field.name,
        fieldNodes: field.nodes,
        returnType: field.type,
        parentType: field.parent,
        path: undefined as never,
        schema,
        fragments,
        rootValue: undefined,
        operation,
        variableValues: variables,
      };
      this.infos.set(field, info);
    }
    return info;
  }
}

export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as Row).then === 'function';
