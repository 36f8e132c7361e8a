import { getArgumentValues, isNonNullType, Kind, type FieldNode, type GraphQLField } from 'graphql';

type Values = Record<string, unknown>;

const NO_ARGUMENTS: Values = Object.freeze({});

/**
 * Compiles the arguments of a field. Defaults and scalar literals are computed once. A variable that is the whole value
 * of an argument has already been coerced. If an argument is written as an object or a list, graphql-js computes all
 * arguments of the field on each call.
 */
export function compileArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): (variables: Values) => Values {
  if (field.args.length === 0) return () => NO_ARGUMENTS;
  const argumentNodes = node.arguments ?? [];
  const general = (variables: Values) => getArgumentValues(field, node, variables);
  if (argumentNodes.some(({ value: { kind } }) => kind === Kind.OBJECT || kind === Kind.LIST)) return general;
  const variableOf = new Map(
    argumentNodes.flatMap(({ name, value }) => (value.kind === Kind.VARIABLE ? [[name.value, value.name.value]] : [])),
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
      // If the variable is absent, graphql-js applies a default or reports an error.
      if (!Object.hasOwn(variables, variable)) return general(variables);
      values[name] = variables[variable];
      if (values[name] === null && isNonNullType(type)) return general(variables);
    }
    return values;
  };
}
