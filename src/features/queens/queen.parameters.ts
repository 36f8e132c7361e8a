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
    description: 'Only queens with this life status.',
    kind: 'enum',
    values: words('testing', 'production', 'sold', 'dead', 'lost'),
    variable: 'filter.status',
  },
  { name: 'race', description: 'Only queens of this race, exactly as entered.', kind: 'text', variable: 'filter.race' },
  {
    name: 'year',
    description: 'Only queens born in this year.',
    kind: 'integer',
    minimum: 1,
    maximum: 9999,
    variable: 'filter.year',
  },
  {
    name: 'born_from',
    description: 'Only queens born on or after this date. A queen with only a birth year counts as born on 1 January.',
    kind: 'date',
    variable: 'filter.bornFrom',
  },
  {
    name: 'born_to',
    description: 'Only queens born on or before this date. A year, such as `2023`, includes the whole year.',
    kind: 'date',
    variable: 'filter.bornTo',
  },
  { name: 'mother_id', description: 'Only daughters of this queen.', kind: 'uuid', variable: 'filter.motherId' },
  {
    name: 'father_id',
    description:
      'Only queens with this sire, which is itself a queen: her drones, or drones of her daughters, fathered the queens of the list.',
    kind: 'uuid',
    variable: 'filter.fatherId',
  },
  { name: 'mated_to_id', description: 'Only queens mated to this queen.', kind: 'uuid', variable: 'filter.matedToId' },
  {
    name: 'search',
    description:
      'Only queens whose name or external identifier contains this text. Case is ignored; accents are ignored in names.',
    kind: 'text',
    variable: 'filter.search',
  },
  {
    name: 'living',
    description:
      'True: only living queens; false: only dead or lost queens. A queen without a status counts as living.',
    kind: 'boolean',
    variable: 'filter.living',
  },
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
