import { i18n } from '@lingui/core';

export type Params = Readonly<Record<string, unknown>>;

/**
 * Parameters of faults as text for messages: lists are joined by commas, nulls are left out. Each kind of fault has
 * some of these parameters.
 */
export type TextParams = Readonly<
  Record<
    | 'allowed'
    | 'apiaries'
    | 'apiary_id'
    | 'born'
    | 'cells'
    | 'columns'
    | 'count'
    | 'daughter'
    | 'encoding'
    | 'expected'
    | 'father'
    | 'first'
    | 'found'
    | 'given'
    | 'hive'
    | 'hives'
    | 'hyg24h'
    | 'hyg6h'
    | 'identifier'
    | 'identifiers'
    | 'kept'
    | 'kind'
    | 'last'
    | 'least'
    | 'length'
    | 'link'
    | 'mate'
    | 'missing'
    | 'most'
    | 'mother'
    | 'names'
    | 'obstacle'
    | 'other'
    | 'others'
    | 'pairs'
    | 'parent'
    | 'parent_born'
    | 'queen'
    | 'queens'
    | 'reason'
    | 'row'
    | 'taken'
    | 'unit'
    | 'year',
    string | number
  >
>;
export type Message = (params: TextParams) => string;

/** Quotation marks by language. English texts need no replacement. */
const QUOTES: Readonly<Record<string, string>> = { de: '„$1“', fr: '«\u00a0$1\u00a0»', it: '«$1»', pl: '„$1”' };
const quoted = (text: string): string => text.replace(/"([^"]*)"/g, QUOTES[i18n.locale] ?? '"$1"');

export function textParams(params: Params): TextParams {
  const given = Object.entries(params).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      typeof value === 'number' ? value : quoted(Array.isArray(value) ? value.join(', ') : String(value)),
    ]),
  ) as TextParams;
}

export const isGiven = (value: unknown): boolean => value !== undefined;
