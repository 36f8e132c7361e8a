import { sortParameter } from '../../rest/page.js';
import type { Parameter } from '../../rest/parameter-kinds.js';

const words = (...values: string[]) => Object.fromEntries(values.map((value) => [value, value]));

export const GENERATION: Parameter = {
  name: 'generation',
  description: 'Only queens of this generation.',
  kind: 'enum',
  values: words('F0', 'F1'),
  variable: 'filter.generation',
};

export const QUEEN_FILTERS: readonly Parameter[] = [
  {
    name: 'life_status',
    description: 'What became of her.',
    kind: 'enum',
    values: words('testing', 'production', 'sold', 'dead', 'lost'),
    variable: 'filter.status',
  },
  { name: 'race', description: 'The race, as given.', kind: 'text', variable: 'filter.race' },
  {
    name: 'year',
    description: 'Born in this year.',
    kind: 'integer',
    minimum: 1,
    maximum: 9999,
    variable: 'filter.year',
  },
  {
    name: 'born_from',
    description: 'Born on this day or later. A queen of whom only the year is known counts as born at its beginning.',
    kind: 'date',
    variable: 'filter.bornFrom',
  },
  {
    name: 'born_to',
    description: 'Born on this day or earlier; a year alone is taken to its end.',
    kind: 'date',
    variable: 'filter.bornTo',
  },
  { name: 'mother_id', description: 'Daughters of this queen.', kind: 'uuid', variable: 'filter.motherId' },
  {
    name: 'father_id',
    description: 'Daughters by the drones of this queen or of her daughters.',
    kind: 'uuid',
    variable: 'filter.fatherId',
  },
  { name: 'mated_to_id', description: 'Queens mated to this one.', kind: 'uuid', variable: 'filter.matedToId' },
  {
    name: 'search',
    description: 'Part of the name, whatever its case and accents, or of an external identifier.',
    kind: 'text',
    variable: 'filter.search',
  },
  {
    name: 'placeholder',
    description:
      'Only queens that are nothing but a word or a sign for a missing value, or a way of mating, or no such queens; `POST /imports/placeholders/remove` removes them.',
    kind: 'boolean',
    variable: 'filter.placeholder',
  },
  {
    name: 'shares_identifier',
    description: 'Only queens with an identifier that another queen has in another spelling, or no such queens.',
    kind: 'boolean',
    variable: 'filter.sharesIdentifier',
  },
  {
    name: 'updated_since',
    description:
      'Last written (`updated_at`) then or later. To keep a copy in step, deletions included, follow `/changes`.',
    kind: 'instant',
    variable: 'filter.updatedSince',
  },
];

export const QUEEN_SORT = sortParameter({
  queen_name: 'NAME',
  birth_date: 'DATE_OF_BIRTH',
  race: 'RACE',
  life_status: 'STATUS',
  generation: 'GENERATION',
  external_id: 'EXTERNAL_ID',
  created_at: 'CREATED_AT',
  updated_at: 'UPDATED_AT',
});

export const EXTERNAL_ID: Parameter = {
  name: 'external_id',
  description: 'The whole identifier: the main one, or one of the others.',
  kind: 'text',
  required: true,
  variable: 'externalId',
};
