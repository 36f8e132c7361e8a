import {
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  TypeNameMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type SelectionSetNode,
} from 'graphql';
import { argumentsOf, type Arguments } from './arguments.js';
import { Leaves, type Leaf } from './leaves.js';
import { Irregular, Unplannable, type Run } from './run.js';

/** Makes of what a resolver gave what the answer holds, by the field's type. */
export type Complete = (value: unknown, run: Run) => unknown;

/** What answers are made of: see `OBJECTS` and `TEXT`. */
export interface Form {
  /** What stands for null. */
  readonly nothing: unknown;
  /** Of a value that has no fields, as its type tells it. */
  leaf(value: unknown): unknown;
  list(values: readonly unknown[], complete: Complete, run: Run): unknown;
  /** Made once for the fields of a place. @param isFirst the one row that a root field gives */
  rowOf(fields: readonly FieldPlan[], isFirst: boolean): Complete;
}

/** What is to be done for one field of every row at one place of a document. */
export interface FieldPlan {
  /** What the answer calls it. */
  key: string;
  name: string;
  parent: GraphQLObjectType;
  type: GraphQLOutputType;
  nodes: readonly FieldNode[];
  /** Absent where the row's own property is the value. */
  resolve?: GraphQLFieldResolver<unknown, unknown>;
  /** Of a property of the row itself that is no object: how it is told. */
  leaf?: Leaf;
  argsOf: Arguments;
  complete: Complete;
}

/**
 * How often a place of a document is come to: once (the root, what a root field gives, and what hangs on that), for each
 * row of a list, or for what hangs on such rows.
 */
type Place = 'root' | 'first' | 'single' | 'listed' | 'below a list';
const BELOW: Record<Place, Place> = {
  root: 'first',
  first: 'single',
  single: 'single',
  listed: 'below a list',
  'below a list': 'below a list',
};

/**
 * How a document's rows are filled: what graphql-js works out anew for every row (which fields, of which type, with
 * which resolver) is worked out once, when the first row of a place is met. A selection that is used at several places
 * is planned once, so that a plan grows with the document and not with what its fragments unfold to.
 */
export class Plan {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  private readonly leaves: Leaves;
  private readonly places = new Map<SelectionSetNode, Map<GraphQLObjectType, Complete>>();

  constructor(
    { definitions }: DocumentNode,
    private readonly form: Form,
  ) {
    this.leaves = new Leaves((value) => form.leaf(value));
    for (const node of definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(node.name.value, node);
    }
  }

  /**
   * Fills a row of a type.
   * @throws {Unplannable} where the selection has what is left to graphql-js
   */
  rowOf(type: GraphQLObjectType, sets: readonly SelectionSetNode[], place: Place = 'root'): Complete {
    const [only] = sets;
    const memo = sets.length === 1 && only ? this.placesOf(only) : undefined;
    let row = memo?.get(type);
    if (!row) {
      row = this.form.rowOf(this.collect(type, sets, place), place === 'first');
      memo?.set(type, row);
    }
    return row;
  }

  private placesOf(set: SelectionSetNode) {
    let places = this.places.get(set);
    if (!places) this.places.set(set, (places = new Map()));
    return places;
  }

  private collect(type: GraphQLObjectType, sets: readonly SelectionSetNode[], place: Place): FieldPlan[] {
    if (type.isTypeOf) throw new Unplannable();
    const byKey = new Map<string, FieldNode[]>();
    const seen = new Set<string>();
    const look = (set: SelectionSetNode): void => {
      for (const selection of set.selections) {
        // `@skip` and `@include` go by the variables of each request.
        if (selection.directives && selection.directives.length > 0) throw new Unplannable();
        if (selection.kind === Kind.FIELD) {
          const key = (selection.alias ?? selection.name).value;
          // No property like others.
          if (key === '__proto__') throw new Unplannable();
          const nodes = byKey.get(key);
          if (nodes) nodes.push(selection);
          else byKey.set(key, [selection]);
        } else if (selection.kind === Kind.INLINE_FRAGMENT) {
          this.demandType(selection.typeCondition?.name.value, type);
          look(selection.selectionSet);
        } else if (!seen.has(selection.name.value)) {
          seen.add(selection.name.value);
          const fragment = this.fragments.get(selection.name.value);
          this.demandType(fragment?.typeCondition.name.value, type);
          if (fragment) look(fragment.selectionSet);
        }
      }
    };
    sets.forEach(look);
    return [...byKey].map(([key, nodes]) => this.fieldOf(type, key, nodes, place));
  }

  /** Without unions and interfaces a fragment is on the type that it stands in. */
  private demandType(condition: string | undefined, type: GraphQLObjectType): void {
    if (condition !== undefined && condition !== type.name) throw new Unplannable();
  }

  private fieldOf(parent: GraphQLObjectType, key: string, nodes: FieldNode[], place: Place): FieldPlan {
    const [node] = nodes as [FieldNode];
    const name = node.name.value;
    const field: GraphQLField<unknown, unknown> | undefined =
      name === TypeNameMetaFieldDef.name ? TypeNameMetaFieldDef : parent.getFields()[name];
    // What is left are the fields by which a schema tells of itself.
    if (!field) throw new Unplannable();
    const type = getNullableType(field.type);
    return {
      key,
      name,
      parent,
      type: field.type,
      nodes,
      resolve: field.resolve,
      ...(isLeafType(type) && !field.resolve && field.args.length === 0 && { leaf: this.leaves.of(type) }),
      argsOf: argumentsOf(field, node),
      complete: this.completer(field.type, nodes, BELOW[place]),
    };
  }

  private completer(type: GraphQLOutputType, nodes: readonly FieldNode[], place: Place): Complete {
    const { nothing } = this.form;
    if (isNonNullType(type)) {
      const complete = this.completer(type.ofType, nodes, place);
      return (value, run) => {
        const completed = complete(value, run);
        if (completed === nothing) throw new Irregular();
        return completed;
      };
    }
    const complete = this.completerOfValue(type, nodes, place);
    return (value, run) => (value === null || value === undefined ? nothing : complete(value, run));
  }

  private completerOfValue(type: GraphQLOutputType, nodes: readonly FieldNode[], place: Place): Complete {
    const { form } = this;
    if (isListType(type)) {
      const complete = this.completer(type.ofType, nodes, 'listed');
      return (values, run) => {
        if (!Array.isArray(values)) throw new Irregular();
        return form.list(values, complete, run);
      };
    }
    if (isLeafType(type)) return this.leaves.completer(type);
    if (!isObjectType(type)) throw new Unplannable();
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    let row: Complete | undefined;
    const rowOf = () => (row ??= this.rowOf(type, sets, place));
    // A list seldom holds the same twice, while its rows may refer to the same again and again.
    if (place === 'below a list') return (value, run) => run.once(rowOf(), value);
    return (value, run) => rowOf()(value, run);
  }
}
