import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSON } from 'graphql-scalars';

// The type declarations of graphql-scalars are wrong: the scalar serializes to a Date, not to a string.
const ISO_INSTANT = GraphQLDateTimeISO.toConfig() as unknown as ReturnType<GraphQLScalarType<Date, Date>['toConfig']>;

/** Replaces the library's messages, which do not describe valid values. */
function parseInstant<Input>(read: (input: Input) => Date, input: Input, nodes?: ValueNode): Date {
  try {
    return read(input);
  } catch {
    throw new GraphQLError('must be a date and time such as "2026-05-01T12:00:00Z"', { nodes });
  }
}

export const DateTime = new GraphQLScalarType<Date, Date>({
  ...ISO_INSTANT,
  parseValue: (value) => parseInstant(ISO_INSTANT.parseValue, value),
  parseLiteral: (node) => parseInstant((input: ValueNode) => ISO_INSTANT.parseLiteral(input), node, node),
  name: 'DateTime',
  description: 'A date and time in RFC 3339 format, such as `2026-05-01T12:00:00.000Z`. Responses use UTC.',
});

export const Json = new GraphQLScalarType({
  ...GraphQLJSON.toConfig(),
  description: 'Any JSON value.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
});

const PARTIAL_DATE = /^\d{4}(-\d{2}-\d{2})?$/;

/** Whether the text is a year, or an existing day of the (proleptic) Gregorian calendar. */
export function isPartialDate(text: string): boolean {
  if (!PARTIAL_DATE.test(text)) return false;
  if (text.length === 4) return true;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function parsePartialDate(value: unknown, node?: ValueNode): string {
  if (typeof value === 'string' && isPartialDate(value)) return value;
  throw new GraphQLError('must be a date such as "2023-06-21", or a year alone such as "2023"', { nodes: node });
}

export const PartialDate = new GraphQLScalarType<string, string>({
  name: 'PartialDate',
  description: 'A date (`2023-06-21`), or only a year (`2023`) if the day is unknown.',
  serialize: (value) => String(value),
  parseValue: parsePartialDate,
  parseLiteral: (node) =>
    parsePartialDate(node.kind === Kind.STRING || node.kind === Kind.INT ? node.value : undefined, node),
});
