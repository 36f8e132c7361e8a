import {
  GraphQLID,
  GraphQLString,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  TypeNameMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';
import { compileArguments } from './arguments.js';
import { NotPlain, type Complete, type FieldPlan, type ObjectValue } from './run.js';

/**
 * Position of an object: outside lists, as an item of a list, or below an item. An object below an item is completed
 * only once for each source, because several items often lead to the same source. The same source seldom occurs as
 * several items.
 */
type Place = 'single' | 'item' | 'below item';

/**
 * Compiles selections: determines once which fields, types and resolvers an object needs. graphql-js looks up field
 * definitions and resolvers again for each object.
 */
export class Compiler {
  /** Fields and arguments that the query uses. */
  readonly used = new Set<GraphQLField<unknown, unknown> | GraphQLArgument>();
  readonly fragments: Record<string, FragmentDefinitionNode> = {};
  private readonly objects = new Map<string, Complete>();
  private readonly ids = new Map<object, number>();

  constructor(
    private readonly schema: GraphQLSchema,
    { definitions }: DocumentNode,
  ) {
    for (const node of definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.fragments[node.name.value] = node;
    }
  }

  /**
   * Compiles an object of the type with the selections. The result is cached, so that the size of the plan depends on
   * the document, not on its expanded fragments.
   * @throws {NotPlain} if the selections need graphql-js; the README lists what is plain
   */
  object(type: GraphQLObjectType, sets: readonly SelectionSetNode[], place: Place): Complete {
    const id = [type, ...sets].map((part) => this.idOf(part)).join() + place;
    let complete = this.objects.get(id);
    if (!complete) {
      if (type.isTypeOf) throw new NotPlain();
      const fields = [...this.collect(type, sets)].map(([key, nodes]) => this.field(type, key, nodes, place));
      this.objects.set(id, (complete = objectFiller(fields)));
    }
    return complete;
  }

  private idOf(part: object): number {
    const id = this.ids.get(part) ?? this.ids.size;
    this.ids.set(part, id);
    return id;
  }

  private collect(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Map<string, FieldNode[]> {
    const byKey = new Map<string, FieldNode[]>();
    const visited = new Set<string>();
    const visit = ({ selections }: SelectionSetNode): void => {
      for (const selection of selections) {
        if (selection.directives && selection.directives.length > 0) throw new NotPlain();
        if (selection.kind === Kind.FIELD) {
          const key = (selection.alias ?? selection.name).value;
          // An assignment to this key would set the prototype.
          if (key === '__proto__') throw new NotPlain();
          const nodes = byKey.get(key);
          if (nodes) nodes.push(selection);
          else byKey.set(key, [selection]);
        } else if (selection.kind === Kind.INLINE_FRAGMENT) {
          if (this.applies(selection.typeCondition?.name.value, type)) visit(selection.selectionSet);
        } else if (!visited.has(selection.name.value)) {
          visited.add(selection.name.value);
          const fragment = this.fragments[selection.name.value];
          if (fragment && this.applies(fragment.typeCondition.name.value, type)) visit(fragment.selectionSet);
        }
      }
    };
    sets.forEach(visit);
    return byKey;
  }

  private applies(condition: string | undefined, type: GraphQLObjectType): boolean {
    if (condition === undefined || condition === type.name) return true;
    const conditionType = this.schema.getType(condition);
    return isAbstractType(conditionType) && this.schema.isSubType(conditionType, type);
  }

  private field(parentType: GraphQLObjectType, key: string, nodes: readonly FieldNode[], place: Place): FieldPlan {
    const [node] = nodes as [FieldNode];
    const name = node.name.value;
    const field: GraphQLField<unknown, unknown> | undefined =
      name === TypeNameMetaFieldDef.name ? TypeNameMetaFieldDef : parentType.getFields()[name];
    // In a valid document, a field that the type does not have belongs to introspection, such as `__schema`.
    if (!field) throw new NotPlain();
    this.used.add(field);
    for (const { name: argumentName } of node.arguments ?? []) {
      const argument = field.args.find(({ name }) => name === argumentName.value);
      if (argument) this.used.add(argument);
    }
    const { type, resolve } = field;
    const argumentsOf = compileArguments(field, node);
    const valueOf: FieldPlan['valueOf'] = resolve
      ? (source, run) => resolve(source, argumentsOf(run.variables), run.context, run.infoOf(plan))
      : (source, run) => {
          const value = (source as ObjectValue | null | undefined)?.[name];
          return typeof value === 'function'
            ? value.call(source, argumentsOf(run.variables), run.context, run.infoOf(plan))
            : value;
        };
    const complete = this.completer(type, nodes, place === 'item' ? 'below item' : place);
    const plan: FieldPlan = { key, name, parentType, type, nodes, valueOf, complete };
    return plan;
  }

  private completer(type: GraphQLOutputType, nodes: readonly FieldNode[], place: Place): Complete {
    if (isNonNullType(type)) {
      const complete = this.completer(type.ofType, nodes, place);
      return (value, run) => {
        const completed = complete(value, run);
        if (completed === null) throw new NotPlain();
        return completed;
      };
    }
    const complete = this.valueCompleter(type, nodes, place);
    return (value, run) => {
      if (value === null || value === undefined) return null;
      // A resolver may return an error instead of throwing it.
      if (value instanceof Error) throw value;
      return complete(value, run);
    };
  }

  private valueCompleter(type: GraphQLOutputType, nodes: readonly FieldNode[], place: Place): Complete {
    if (isLeafType(type)) return leafCompleter(type);
    if (isListType(type)) {
      const complete = this.completer(type.ofType, nodes, 'item');
      return (values, run) => {
        if (!isIterable(values)) throw new NotPlain();
        return run.list(Array.isArray(values) ? values : [...values], complete);
      };
    }
    if (!isObjectType(type)) throw new NotPlain();
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const object = this.object(type, sets, place);
    return place === 'below item' ? (source, run) => run.once(object, source) : object;
  }
}

const objectFiller =
  (fields: readonly FieldPlan[]): Complete =>
  (source, run) => {
    const object: ObjectValue = {};
    for (const { key, valueOf, complete } of fields) run.setWhenSettled(valueOf(source, run), complete, object, key);
    return object;
  };

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

function leafCompleter(type: GraphQLLeafType): Complete {
  const serialize = (value: unknown): unknown => {
    const serialized: unknown = type.serialize(value);
    if (serialized === null || serialized === undefined) throw new NotPlain();
    return serialized;
  };
  const isText = type === GraphQLString || type === GraphQLID;
  return isText ? (value) => (typeof value === 'string' ? value : serialize(value)) : serialize;
}
