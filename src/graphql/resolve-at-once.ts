import {
  getNamedType,
  isLeafType,
  isObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import { getMetadataStorage, type ContainerType } from 'type-graphql';

type Storage = ReturnType<typeof getMetadataStorage>;
type Method = Storage['queries'][number] | Storage['fieldResolvers'][number];
type Parameter = NonNullable<Method['params']>[number];
type Resolve = GraphQLFieldResolver<unknown, unknown, Record<string, unknown>>;
type Class = new () => Record<string, (...given: unknown[]) => unknown>;

/** The resolvers, one of each class. */
export class Resolvers implements ContainerType {
  private readonly made = new Map<Class, InstanceType<Class>>();

  get(resolver: Class): InstanceType<Class> {
    let instance = this.made.get(resolver);
    if (!instance) this.made.set(resolver, (instance = new resolver()));
    return instance;
  }
}

/**
 * Has what reads called with its arguments as they stand. type-graphql makes promises of them, in case they are to be
 * validated, which is not its business here (`validate: false`): so no field with an argument would be there at once,
 * even where all of it is at hand. What is made of more than plain values is called by type-graphql as ever.
 * @param resolvers those that the schema was built with
 */
export function resolveAtOnce(schema: GraphQLSchema, resolvers: Resolvers): GraphQLSchema {
  const { queries, fieldResolvers, objectTypes } = getMetadataStorage();
  const nameOf = (target: unknown) => objectTypes.find((type) => type.target === target)?.name ?? '';
  const replace = (typeName: string, method: Method) => {
    const type = schema.getType(typeName);
    const field = isObjectType(type) ? type.getFields()[method.schemaName] : undefined;
    if (field) field.resolve = atOnce(field, method, resolvers) ?? field.resolve;
  };
  for (const query of queries) replace(schema.getQueryType()!.name, query);
  for (const field of fieldResolvers) {
    if (field.kind === 'external') replace(nameOf(field.getObjectType?.()), field);
  }
  return schema;
}

/** @returns undefined for what is not that plain */
function atOnce(field: GraphQLField<unknown, unknown>, method: Method, resolvers: Resolvers): Resolve | undefined {
  const { target, methodName, params = [], middlewares = [], roles } = method;
  const slowly = field.resolve;
  const takes = params.toSorted((one, other) => one.index - other.index).map((param) => takeOf(param, field));
  if (!slowly || roles || middlewares.length > 0 || !takes.every((take) => take !== undefined)) return undefined;
  const root = params.find(({ kind }) => kind === 'root');
  const Row = root?.kind === 'root' ? (root.getType?.() as Class | undefined) : undefined;
  const resolver = resolvers.get(target as Class);
  const call = resolver[methodName]!;
  return (source, args, context, info) => {
    // It is made one first.
    if (Row && !(source instanceof Row)) return slowly(source, args, context, info);
    return call.apply(
      resolver,
      takes.map((take) => take(source, args, context, info)),
    );
  };
}

/** How a parameter is taken from what a field is given. */
function takeOf(param: Parameter, { args }: GraphQLField<unknown, unknown>): Resolve | undefined {
  switch (param.kind) {
    case 'arg': {
      const { name } = param;
      const type = args.find((arg) => arg.name === name)?.type;
      const isPlain = type && isLeafType(getNamedType(type)) && !param.validateFn && !param.validateSettings;
      return isPlain ? (_source, given) => given[name] : undefined;
    }
    case 'root':
      return param.propertyName === undefined ? (source) => source : undefined;
    case 'context':
      return param.propertyName === undefined ? (_source, _given, context) => context : undefined;
    case 'info':
      return (_source, _given, _context, info) => info;
    default:
      return undefined;
  }
}
