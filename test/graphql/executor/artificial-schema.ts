import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLError,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  type GraphQLFieldConfigMap,
  type GraphQLOutputType,
} from 'graphql';

/** Rates of special values. With the rate n, one of n values is special. With the rate 0, no value is special. */
export interface Rates {
  error: number;
  null: number;
  promise: number;
}

interface Source {
  seed: number;
}

const COLOR = new GraphQLEnumType({ name: 'Color', values: { RED: { value: 1 }, GREEN: { value: 'g' }, BLUE: {} } });
const OPTIONS: GraphQLInputObjectType = new GraphQLInputObjectType({
  name: 'Options',
  fields: () => ({
    color: { type: COLOR },
    limit: { type: new GraphQLNonNull(GraphQLInt), defaultValue: 2 },
    names: { type: new GraphQLList(GraphQLString) },
    more: { type: OPTIONS },
  }),
});
const NODE: GraphQLInterfaceType = new GraphQLInterfaceType({
  name: 'Node',
  fields: () => ({ id: { type: GraphQLID }, next: { type: NODE } }),
  resolveType: ({ seed }: Source) => (seed % 2 === 0 ? 'Apple' : 'Pear'),
});
const SORT: GraphQLUnionType = new GraphQLUnionType({
  name: 'Sort',
  types: () => [APPLE, PLAIN],
  resolveType: ({ seed }: Source) => (seed % 2 === 0 ? 'Apple' : 'Plain'),
});

const hash = (seed: number, text: string): number => {
  let value = seed ^ 0x9e3779b9;
  for (const letter of text) value = Math.imul(value ^ letter.charCodeAt(0), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
};

/** Returns a value that depends only on the source, the field and its arguments. */
function valueOf(type: GraphQLOutputType, seed: number, rates: Rates, isItem = false): unknown {
  const happens = (rate: number, salt: string) => rate > 0 && hash(seed, salt) % rate === 0;
  const isPromise = happens(rates.promise, 'promise');
  // If one item of a list fails synchronously, graphql-js (16.15) drops the promises of the other items. Their
  // rejections would end the process. Therefore, if there are promises, only promises may fail.
  const mayFail = rates.promise === 0 || isPromise;
  const value = () => {
    if (mayFail && happens(rates.error, 'error')) {
      const error = new GraphQLError(`Failed ${seed % 100}.`, { extensions: { seed } });
      if (happens(2, 'returned')) return error;
      throw error;
    }
    if (mayFail && happens(rates.null, 'null')) return happens(2, 'undefined') ? undefined : null;
    return plainValueOf(type, seed, rates);
  };
  if (!isPromise) {
    if (!isItem) return value();
    // A list item cannot throw, so the error itself becomes the item.
    try {
      return value();
    } catch (error) {
      return error;
    }
  }
  return happens(2, 'later')
    ? new Promise((resolve) => setImmediate(resolve)).then(value)
    : Promise.resolve().then(value);
}

function plainValueOf(type: GraphQLOutputType, seed: number, rates: Rates): unknown {
  if (type instanceof GraphQLNonNull) return plainValueOf(type.ofType as GraphQLOutputType, seed, rates);
  if (type instanceof GraphQLList) {
    const items = Array.from({ length: seed % 4 }, (_, index) =>
      valueOf(type.ofType as GraphQLOutputType, hash(seed, `item ${index % 2}`), rates, true),
    );
    return hash(seed, 'set') % 20 === 0 ? new Set(items) : items;
  }
  if (type === COLOR) return [1, 'g', 'BLUE'][seed % 3];
  if (type === GraphQLInt) return seed % 1000;
  if (type === GraphQLFloat) return seed / 7;
  if (type === GraphQLBoolean) return seed % 2 === 0;
  if (type === GraphQLString || type === GraphQLID) return seed % 5 === 0 ? seed : `"${seed}"\u2028`;
  return sourceOf(seed);
}

/** There are only 16 sources, so that one source often occurs several times at the same position of a query. */
const SOURCES = Array.from({ length: 16 }, (_, seed) => ({ seed, own: `own ${seed}`, method: () => `method ${seed}` }));
const sourceOf = (seed: number): Source => SOURCES[seed % SOURCES.length]!;

const OUTPUTS = (): Record<string, GraphQLOutputType> => ({
  color: COLOR,
  count: GraphQLInt,
  share: GraphQLFloat,
  isRipe: GraphQLBoolean,
  name: GraphQLString,
  plain: PLAIN,
  apple: APPLE,
});

/** Returns fields with resolvers for each type: nullable, non-null, and as lists with and without nulls. */
function fieldsOf(others: Record<string, GraphQLOutputType>): GraphQLFieldConfigMap<Source, Rates> {
  const types = Object.entries({ ...OUTPUTS(), ...others }).flatMap(([name, type]): [string, GraphQLOutputType][] => [
    [name, type],
    [`${name}Must`, new GraphQLNonNull(type)],
    [`${name}s`, new GraphQLList(type)],
    [`${name}sMust`, new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)))],
  ]);
  const byResolver = types.map(([name, type]) => [
    name,
    {
      type,
      args: {
        n: { type: GraphQLInt, defaultValue: 3 },
        color: { type: COLOR },
        ...(!(type instanceof GraphQLNonNull) && {
          must: { type: new GraphQLNonNull(GraphQLBoolean), defaultValue: true },
        }),
        options: { type: OPTIONS },
      },
      resolve: (source: Source | undefined, args: object, rates: Rates) =>
        valueOf(type, hash(source?.seed ?? 0, `${name} ${JSON.stringify(args)}`), rates),
    },
  ]);
  return {
    ...Object.fromEntries(byResolver),
    own: { type: GraphQLString },
    method: { type: GraphQLString, args: { n: { type: GraphQLInt } } },
    required: { type: GraphQLInt, args: { n: { type: new GraphQLNonNull(GraphQLInt) } }, resolve: (_, { n }) => n },
  };
}

const PLAIN: GraphQLObjectType = new GraphQLObjectType({ name: 'Plain', fields: () => fieldsOf({}) });
const nodeFields: GraphQLFieldConfigMap<Source, Rates> = {
  id: { type: GraphQLID, resolve: ({ seed }) => seed },
  next: { type: NODE, resolve: ({ seed }) => sourceOf(hash(seed, 'next')) },
};
const APPLE: GraphQLObjectType = new GraphQLObjectType({
  name: 'Apple',
  interfaces: [NODE],
  fields: () => ({ ...fieldsOf({}), ...nodeFields, node: { type: NODE, resolve: ({ seed }) => sourceOf(seed + 1) } }),
});
const PEAR = new GraphQLObjectType({
  name: 'Pear',
  interfaces: [NODE],
  isTypeOf: ({ seed }: Source) => seed % 2 !== 0,
  fields: () => ({ ...fieldsOf({}), ...nodeFields }),
});
const QUERY = new GraphQLObjectType({
  name: 'Query',
  fields: () => ({ ...fieldsOf({ node: NODE, sort: SORT }), always: { type: PLAIN, resolve: () => sourceOf(3) } }),
});

/** Interfaces, unions, lists and non-null types in all combinations; the context is `Rates`. */
export const artificialSchema = new GraphQLSchema({ query: QUERY, types: [PEAR] });
