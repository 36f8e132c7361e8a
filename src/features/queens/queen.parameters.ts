import { sortParameter } from '../../rest/page.js';
import type { Parameter } from '../../rest/parameter-kinds.js';

const words = (...values: string[]) => Object.fromEntries(values.map((value) => [value, value]));

export const GENERATION: Parameter = {
  name: 'generation',
  kind: 'enum',
  values: words('F0', 'F1'),
  variable: 'filter.generation',
};

export const QUEEN_FILTERS: readonly Parameter[] = [
  {
    name: 'life_status',
    kind: 'enum',
    values: words('testing', 'production', 'sold', 'dead', 'lost'),
    variable: 'filter.status',
  },
  { name: 'race', kind: 'text', variable: 'filter.race' },
  { name: 'year', kind: 'integer', minimum: 1, maximum: 9999, variable: 'filter.year' },
  { name: 'born_from', kind: 'date', variable: 'filter.bornFrom' },
  { name: 'born_to', kind: 'date', variable: 'filter.bornTo' },
  { name: 'mother_id', kind: 'uuid', variable: 'filter.motherId' },
  { name: 'father_id', kind: 'uuid', variable: 'filter.fatherId' },
  { name: 'mated_to_id', kind: 'uuid', variable: 'filter.matedToId' },
  { name: 'search', kind: 'text', variable: 'filter.search' },
  { name: 'living', kind: 'boolean', variable: 'filter.living' },
  {
    name: 'placeholder',
    description:
      '`true`: only placeholder queens; `false`: only queens that are not placeholders. A placeholder queen is a queen that an earlier import created from a word for a missing value or for a mating type. `POST /imports/placeholders/remove` removes all placeholder queens.',
    kind: 'boolean',
    variable: 'filter.placeholder',
  },
  {
    name: 'shares_identifier',
    description:
      '`true`: only queens with an identifier that another queen has in a different spelling, so that the two may be duplicates. `false`: only queens without such an identifier.',
    kind: 'boolean',
    variable: 'filter.sharesIdentifier',
  },
  {
    name: 'updated_since',
    description:
      'Only queens whose `updated_at` is at or after this time. To keep a copy up to date, including deletions, use `/changes`.',
    kind: 'instant',
    variable: 'filter.updatedSince',
  },
];

export const QUEEN_SORT = sortParameter({
  queen_name: 'NAME',
  birth_date: 'DATE_OF_BIRTH',
  race: 'RACE',
  living: 'LIVING',
  life_status: 'STATUS',
  generation: 'GENERATION',
  external_id: 'EXTERNAL_ID',
  created_at: 'CREATED_AT',
  updated_at: 'UPDATED_AT',
});

export const EXTERNAL_ID: Parameter = {
  name: 'external_id',
  description: 'Complete identifier: the main identifier or another identifier of the queen.',
  kind: 'text',
  required: true,
  variable: 'externalId',
};
