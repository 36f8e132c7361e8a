import { getArgumentValues, isNonNullType, Kind, type FieldNode, type GraphQLField } from 'graphql';

type Values = Record<string, unknown>;

const NONE: Values = Object.freeze({});

/**
 * The arguments of a field by the variables of a request. Those that are left out or written as plain values are worked
 * out once; a variable that stands for a whole argument was coerced with the request and is taken as it is. Everything
 * else is left to graphql-js, for each call.
 */
export function compileArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): (variables: Values) => Values {
  if (field.args.length === 0) return () => NONE;
  const given = node.arguments ?? [];
  const general = (variables: Values) => getArgumentValues(field, node, variables);
  if (given.some(({ value: { kind } }) => kind === Kind.OBJECT || kind === Kind.LIST)) return general;
  const variableOf = new Map(
    given.flatMap(({ name, value }) => (value.kind === Kind.VARIABLE ? [[name.value, value.name.value]] : [])),
  );
  const others = field.args.filter(({ name }) => !variableOf.has(name));
  let constants: Values | undefined;
  return (variables) => {
    constants ??= getArgumentValues({ ...field, args: others }, node, {});
    if (variableOf.size === 0) return constants;
    const values: Values = {};
    for (const { name, type } of field.args) {
      const variable = variableOf.get(name);
      if (variable === undefined) {
        if (Object.hasOwn(constants, name)) values[name] = constants[name];
        continue;
      }
      // A default may take the place of a variable that is left out, or it may be an error.
      if (!Object.hasOwn(variables, variable)) return general(variables);
      values[name] = variables[variable];
      if (values[name] === null && isNonNullType(type)) return general(variables);
    }
    return values;
  };
}
