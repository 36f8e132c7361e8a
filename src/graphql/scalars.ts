import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSON } from 'graphql-scalars';

export const DateTime = GraphQLDateTimeISO;
export const Json = GraphQLJSON;

const PATTERN = /^\d{4}(-\d{2}-\d{2})?$/;

/** Whether the text is a year, or a day that exists in the (proleptic) Gregorian calendar. */
export function isPartialDate(text: string): boolean {
  if (!PATTERN.test(text)) return false;
  if (text.length === 4) return true;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function parse(value: unknown): string {
  if (typeof value === 'string' && isPartialDate(value)) return value;
  throw new GraphQLError('must be a date such as "2023-06-21", or a year alone such as "2023"');
}

export const PartialDate = new GraphQLScalarType<string, string>({
  name: 'PartialDate',
  description: 'A day (`2023-06-21`) or, where only that is known, a year (`2023`).',
  serialize: (value) => String(value),
  parseValue: parse,
  parseLiteral: (node) => parse(node.kind === Kind.STRING || node.kind === Kind.INT ? node.value : undefined),
});
