import { getArgumentValues, isNonNullType, Kind, type FieldNode, type GraphQLField } from 'graphql';

/** What the resolver of a field is given, by the variables of the request. */
export type Arguments = (variables: Record<string, unknown>) => Record<string, unknown>;

const NONE: Record<string, unknown> = Object.freeze({});

/**
 * Works out once what is the same whatever the variables are: arguments that are left out, or written as plain values. A
 * variable that stands for a whole argument was made of the argument's type when the request came, and is taken as it
 * is. All else is left to graphql-js, each time.
 */
export function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): Arguments {
  if (field.args.length === 0) return () => NONE;
  const given = node.arguments ?? [];
  const byVariable = given.flatMap(({ name, value }) =>
    value.kind === Kind.VARIABLE ? [{ name: name.value, variable: value.name.value }] : [],
  );
  const each: Arguments = (variables) => getArgumentValues(field, node, variables);
  const isPlain = given.every(({ value: { kind } }) => kind !== Kind.OBJECT && kind !== Kind.LIST);
  const known = field.args.filter(({ name }) => !byVariable.some((one) => one.name === name));
  const required = new Set(field.args.filter(({ type }) => isNonNullType(type)).map(({ name }) => name));
  if (!isPlain) return each;
  let others: Record<string, unknown> | undefined;
  return (variables) => {
    others ??= getArgumentValues({ ...field, args: known }, node, {});
    const values = { ...others };
    for (const { name, variable } of byVariable) {
      // Left out: a default may take its place, or it may not be left out.
      if (!Object.hasOwn(variables, variable)) return each(variables);
      const value = variables[variable];
      if (value === null && required.has(name)) return each(variables);
      values[name] = value;
    }
    return values;
  };
}
