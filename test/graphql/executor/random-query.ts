import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';

export interface RandomQuery {
  document: string;
  variables: Record<string, unknown>;
}

/** A value of an input type: as text for a document, and as JSON for a variable. */
interface Value {
  text: string;
  json: unknown;
}

/** Returns a valid value for an argument, instead of a random value. Returns undefined to omit the argument. */
export type ValueFor = (argument: GraphQLArgument, draw: () => number) => Value | undefined;

/**
 * Generates a random query. The query can contain fragments on the same type or on other types, aliases, merged fields,
 * `@skip` and `@include`, and variables with or without defaults and values. Most queries are valid.
 * @param levels maximum depth
 */
export function randomQuery(
  schema: GraphQLSchema,
  draw: () => number,
  levels: number,
  valueFor?: ValueFor,
): RandomQuery {
  const fragments: string[] = [];
  const declarations: string[] = [];
  const variables: Record<string, unknown> = {};
  const chance = (oneIn: number) => draw() % oneIn === 0;
  const oneOf = <Item>(list: readonly Item[]): Item => list[draw() % list.length]!;
  const hasDirectives = chance(4);

  /** Declares a variable of the type, with or without a default. The variable gets a value or null, or is omitted. */
  const variable = (type: GraphQLInputType, value: () => Value): string => {
    // Names that all objects inherit are valid variable names, too.
    const name = chance(10) ? oneOf(['constructor', 'toString', 'valueOf']) : `v${declarations.length}`;
    if (declarations.some((text) => text.startsWith(`$${name}:`))) return value().text;
    const isNullable = !isNonNullType(type) || chance(3);
    const declared = isNullable ? getNullableType(type) : type;
    const hasDefault = chance(3) || (isNonNullType(type) && isNullable && !chance(4));
    declarations.push(`$${name}: ${String(declared)}${hasDefault ? ` = ${value().text}` : ''}`);
    if (!isNullable || !chance(3)) variables[name] = value().json;
    else if (chance(4)) variables[name] = null;
    return `$${name}`;
  };

  const valueOf = (type: GraphQLInputType): Value => {
    if (isNonNullType(type)) return valueOf(type.ofType);
    if (isListType(type)) {
      const items = Array.from({ length: draw() % 3 }, () => valueOf(type.ofType));
      return { text: `[${items.map(({ text }) => text).join()}]`, json: items.map(({ json }) => json) };
    }
    if (isEnumType(type)) {
      const { name } = oneOf(type.getValues());
      return { text: name, json: name };
    }
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields()).filter((field) => isRequiredInputField(field) || chance(2));
      const members = fields.map((field) => [field.name, valueOf(field.type)] as const);
      return {
        text: `{${members.map(([name, { text }]) => `${name}: ${text}`).join()}}`,
        json: Object.fromEntries(members.map(([name, { json }]) => [name, json])),
      };
    }
    const json = type.name === 'Boolean' ? chance(2) : type.name === 'Int' ? draw() % 5 : `text ${draw() % 3}`;
    return { text: JSON.stringify(json), json };
  };

  const argumentsOf = ({ args }: GraphQLField<unknown, unknown>): string => {
    const argumentTexts = args.flatMap((arg) => {
      if (!isRequiredArgument(arg) && chance(2)) return [];
      const value = () => (valueFor ? valueFor(arg, draw) : valueOf(arg.type));
      const sample = value();
      if (!sample) return [];
      if (chance(20) && !isNonNullType(arg.type)) return [`${arg.name}: null`];
      return [`${arg.name}: ${chance(3) ? variable(arg.type, () => value() ?? sample) : sample.text}`];
    });
    return argumentTexts.length > 0 ? `(${argumentTexts.join()})` : '';
  };

  const directive = (): string => {
    if (!hasDirectives || !chance(4)) return '';
    const condition = chance(2) ? variable(booleanType, () => valueOf(booleanType)) : String(chance(2));
    return ` @${oneOf(['skip', 'include'])}(if: ${condition})`;
  };
  const booleanType = schema.getDirective('skip')!.args[0]!.type;

  /**
   * Returns a type for a fragment: the given type, or another type that has an object type in common with the given
   * type.
   */
  const conditionFor = (type: GraphQLCompositeType): GraphQLCompositeType => {
    if (chance(2)) return type;
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
    const overlapping = Object.values(schema.getTypeMap()).filter(
      (other) =>
        possible.some((one) => one === other) ||
        (isAbstractType(other) && schema.getPossibleTypes(other).some((one) => possible.includes(one))),
    );
    return oneOf(overlapping) as GraphQLCompositeType;
  };

  const field = (type: GraphQLCompositeType, levelsLeft: number): string => {
    const fields =
      'getFields' in type ? Object.values(type.getFields() as Record<string, GraphQLField<unknown, unknown>>) : [];
    const fitting = fields.filter(({ args, type: fieldType }) => {
      const isReachable = levelsLeft > 0 || isLeafType(getNamedType(fieldType));
      return isReachable && args.every((arg) => !isRequiredArgument(arg) || !valueFor || valueFor(arg, draw));
    });
    if (fitting.length === 0 || chance(12)) return `__typename${directive()}`;
    const chosen = oneOf(fitting);
    const argumentText = argumentsOf(chosen);
    // Fields with different arguments need different aliases.
    const alias =
      argumentText !== '' ? `${chosen.name}_${hashOf(argumentText)}: ` : chance(5) ? `${chosen.name}_again: ` : '';
    const inner = getNamedType(chosen.type);
    const below = isLeafType(inner) ? '' : ` { ${selection(inner as GraphQLCompositeType, levelsLeft - 1)} }`;
    return `${alias}${chosen.name}${argumentText}${directive()}${below}`;
  };

  const selection = (type: GraphQLCompositeType, levelsLeft: number): string => {
    const parts = Array.from({ length: 1 + (draw() % 4) }, () => {
      const form = draw() % 6;
      if (form > 1) return field(type, levelsLeft);
      const condition = conditionFor(type);
      const inner = Array.from({ length: 1 + (draw() % 2) }, () => field(condition, levelsLeft)).join(' ');
      if (form === 0)
        return `...${chance(3) && condition === type ? '' : ` on ${condition.name}`}${directive()} { ${inner} }`;
      const name = `F${fragments.length}`;
      fragments.push(`fragment ${name} on ${condition.name} { ${inner} }`);
      // Some fragments are used twice.
      return `...${name}${directive()}${chance(4) ? ` ...${name}` : ''}`;
    });
    return parts.join(' ');
  };

  const root = selection(schema.getQueryType()!, levels);
  const declared = declarations.length > 0 ? ` (${declarations.join(', ')})` : '';
  return { document: [`query${declared} { ${root} }`, ...fragments].join(' '), variables };
}

function hashOf(text: string): string {
  let hash = 7;
  for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) | 0;
  return (hash >>> 0).toString(36);
}
