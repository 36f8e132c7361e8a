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
  private readonly filled = new Map<readonly FieldPlan[], Map<unknown, Row>>();
  private waiting = 0;
  private ended = false;
  private done!: () => void;
  private fail!: (reason: unknown) => void;

  constructor(private readonly asked: Asked) {
    this.variables = asked.variables;
  }

  /** Fills the row at the root. @throws whatever kept a field from being filled */
  async whole(fields: readonly FieldPlan[]): Promise<object> {
    const over = new Promise<void>((resolve, reject) => {
      this.done = resolve;
      this.fail = reject;
    });
    try {
      const data = this.fill(fields, undefined);
      if (this.waiting > 0) await over;
      return data;
    } catch (error) {
      // What is still on its way comes to nothing.
      this.ended = true;
      throw error;
    }
  }

  fill(fields: readonly FieldPlan[], source: unknown): object {
    return this.fillRow({}, fields, source);
  }

  /**
   * What comes again at the same place of the document is told by the same row: of the 254 ancestors of a pedigree over
   * seven generations, 70 may be different queens.
   */
  fillOnce(fields: readonly FieldPlan[], source: unknown): object {
    let rows = this.filled.get(fields);
    if (!rows) this.filled.set(fields, (rows = new Map()));
    const known = rows.get(source);
    if (known) return known;
    const row: Row = {};
    rows.set(source, row);
    return this.fillRow(row, fields, source);
  }

  private fillRow(row: Row, fields: readonly FieldPlan[], source: unknown): object {
    for (const field of fields) this.settle(this.valueOf(field, source as Row), field.complete, row, field.key);
    return row;
  }

  /** Puts the completed value in its place, now or when it has come. */
  settle(value: unknown, complete: Complete, place: Row | unknown[], key: string | number): void {
    const places = place as Record<string | number, unknown>;
    if (!isThenable(value)) {
      places[key] = complete(value, this);
      return;
    }
    // Keeps the order of the fields.
    places[key] = undefined;
    this.waiting += 1;
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

  private valueOf(field: FieldPlan, source: Row): unknown {
    const { resolve, name } = field;
    if (resolve) return resolve(source, field.argsOf(this), this.asked.context, this.infoOf(field));
    const value = source?.[name];
    return typeof value === 'function' ? value.call(source, field.argsOf(this), this.asked.context) : value;
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

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as Row).then === 'function';
