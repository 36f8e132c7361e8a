import type { GraphQLSchema } from 'graphql';
import { NODE_MEMBERS } from '../../features/pedigree/pedigree.rest.js';
import { TRAIT_WORDS } from '../../core/traits.js';
import { NAMED_MEMBERS, QUEEN_INPUT, QUEEN_SHAPE, READ_ONLY } from '../../features/queens/queen.rest.js';
import {
  answerObject,
  listOf,
  orNull,
  ref,
  without,
  type Components,
  type JsonSchema,
  type Properties,
} from '../../openapi/json-schema.js';
import { inputsOf } from '../../openapi/inputs.js';
import { INSTANT, membersOf, UUID } from '../../openapi/members.js';
import { evaluation, f0, f1, ids, named, origin } from './examples.js';

const CELLS: JsonSchema = {
  type: 'object',
  description: 'A raw row of the imported file: header → text as it stood.',
  additionalProperties: { type: 'string' },
};
const COUNTS: JsonSchema = { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } };
const numberOrNull = (description: string): JsonSchema => ({ type: ['number', 'null'], description });

/** The queens in their two generations and two lengths, with their pedigrees and daughters. */
export function queenComponents(graph: GraphQLSchema): Components {
  const { id, ...written } = membersOf(graph, 'Queen', { id: 'id', ...QUEEN_INPUT });
  const namedMembers = membersOf(graph, 'Queen', NAMED_MEMBERS);
  const common = {
    id: id as JsonSchema,
    ...written,
    dam_external_id: { type: ['string', 'null'], description: 'The `external_id` of her mother.' },
    drone_sire_id: { type: ['string', 'null'], description: 'The `external_id` of `mated_to_id`: her own mating.' },
    ...membersOf(graph, 'Queen', READ_ONLY),
  };
  const facts = without(common, 'dam_external_id', 'drone_sire_id', 'inbreeding');
  const mother = { anyOf: [ref('NamedQueen'), { type: 'null' }], description: 'Her mother; null where unknown.' };
  const father = { anyOf: [ref('NamedQueen'), { type: 'null' }], description: 'Her father; null where unknown.' };
  const generation = (word: string) => ({ type: 'string', const: word, description: `\`${word}\`, always.` });
  const f0Members: Properties = {
    ...common,
    generation: generation('F0'),
    pedigree: answerObject('Her parents.', { mother, father }),
  };
  const f1Members: Properties = {
    ...common,
    generation: generation('F1'),
    mother,
    daughters: listOf(
      answerObject('A daughter.', without(namedMembers, 'external_id')),
      'Every queen whose mother she is, by name.',
    ),
    evaluations: listOf(
      ref('Evaluation'),
      'Her evaluations, the newest season first; left out where the caller may not read evaluations.',
    ),
  };
  const originMembers: Properties = {
    origin_data: {
      ...orNull(CELLS),
      description: 'The raw row that first described her; null where no file did.',
    },
    origin_imports: listOf(
      answerObject('What one imported file said of her.', {
        import_id: { ...UUID, description: 'The import.' },
        filename: { type: 'string', description: 'Name of the file.' },
        imported_at: { ...INSTANT, description: 'When the file was handed in.' },
        rows: listOf(CELLS, 'Her rows in the order of the file.'),
      }),
      'What all imported files said of her, the first file first.',
    ),
  };
  const both = (name: string, description: string): JsonSchema => ({
    oneOf: [ref(`F0${name}`), ref(`F1${name}`)],
    description,
    discriminator: {
      propertyName: 'generation',
      mapping: { F0: ref(`F0${name}`).$ref, F1: ref(`F1${name}`).$ref },
    },
  });
  return {
    NamedQueen: { schema: answerObject('A queen, where she is only named.', namedMembers), example: named },
    F0Queen: { schema: answerObject('Breeding stock.', f0Members), example: f0 },
    F1Queen: {
      schema: answerObject('A production queen, daughter of an F0 queen.', f1Members, ['evaluations']),
      example: f1,
    },
    Queen: { schema: both('Queen', 'A queen of either generation; `generation` tells which.'), example: f0 },
    F0QueenDetail: {
      schema: answerObject('An F0 queen, with what files said of her.', { ...f0Members, ...originMembers }),
      example: { ...f0, ...origin },
    },
    F1QueenDetail: {
      schema: answerObject('An F1 queen, with what files said of her.', { ...f1Members, ...originMembers }, [
        'evaluations',
      ]),
      example: { ...f1, origin_data: null, origin_imports: [] },
    },
    QueenDetail: {
      schema: both('QueenDetail', 'A queen of either generation, with what files said of her.'),
      example: { ...f0, ...origin },
    },
    QueenFacts: {
      schema: answerObject('What is told of a queen herself, without what is told of others in her entry.', facts),
      example: Object.fromEntries(Object.keys(facts).map((name) => [name, f0[name as keyof typeof f0]])),
    },
    ...inputsOf(graph, 'Queen', QUEEN_SHAPE, f0, 'QueenInput'),
    ...inputsOf(graph, 'F0Queen', { ...QUEEN_SHAPE, fixed: { generation: 'F0' } }, f0, 'QueenInput'),
    ...inputsOf(
      graph,
      'F1Queen',
      { ...QUEEN_SHAPE, fixed: { generation: 'F1' }, required: ['mother_id'] },
      f1,
      'QueenInput',
    ),
    ...pedigreeComponents(graph),
    OffspringStats: offspring,
  };
}

function pedigreeComponents(graph: GraphQLSchema): Components {
  const node = {
    ...membersOf(graph, 'Queen', NODE_MEMBERS),
    generation_index: { type: 'integer', minimum: 0, maximum: 7, description: 'The queen herself 0, her parents 1, …' },
    position: {
      type: 'integer',
      minimum: 1,
      description: 'Ahnentafel: she is 1, the mother of n is 2n, the father 2n + 1.',
    },
    mother: { anyOf: [ref('PedigreeNode'), { type: 'null' }], description: 'Null where unknown or beyond the depth.' },
    father: { anyOf: [ref('PedigreeNode'), { type: 'null' }], description: 'Null where unknown or beyond the depth.' },
  };
  const numbers = membersOf(graph, 'Pedigree', {
    known_ancestors: 'knownAncestors',
    completeness: 'completeness',
    inbreeding: 'inbreeding',
  });
  const { id, queen_name, external_id, race, birth_date, life_status } = f0;
  const self = { id, queen_name, external_id, race, birth_date, life_status, generation_index: 0, position: 1 };
  const dam = { ...self, ...named, birth_date: '2020', life_status: 'dead', generation_index: 1, position: 2 };
  const tree = { ...self, mother: { ...dam, mother: null, father: null }, father: null };
  return {
    PedigreeNode: { schema: answerObject('A queen in the tree, with what is known above her.', node), example: tree },
    Pedigree: {
      schema: answerObject('A pedigree as a tree.', {
        queen_id: { ...UUID, description: 'Whose it is.' },
        depth: { type: 'integer', enum: [3, 5, 7], description: 'Generations of ancestors, as asked.' },
        ...numbers,
        tree: { ...ref('PedigreeNode'), description: 'The queen herself.' },
      }),
      example: { queen_id: id, depth: 3, known_ancestors: 1, completeness: 0.0714, inbreeding: 0.0156, tree },
    },
  };
}

const trait = answerObject('A trait over all evaluations of the daughters.', {
  n: { type: 'integer', minimum: 0, description: 'Evaluations with a value.' },
  mean: numberOrNull('Arithmetic mean; null where n is 0.'),
  sd: numberOrNull('Standard deviation of the sample; null where n is below 2.'),
  min: numberOrNull('Least value.'),
  max: numberOrNull('Greatest value.'),
});
const noTrait = { n: 0, mean: null, sd: null, min: null, max: null };

const offspring = {
  schema: answerObject(
    'The daughters of a queen in numbers.',
    {
      queen_id: { ...UUID, description: 'Whose daughters.' },
      offspring: answerObject('How many there are.', {
        total: { type: 'integer', minimum: 0, description: 'All daughters.' },
        by_generation: { ...COUNTS, description: 'By generation.' },
        by_status: { ...COUNTS, description: 'By life status; `unknown` where nobody said.' },
        by_year: { ...COUNTS, description: 'By year of birth; `unknown` where it is not known.' },
      }),
      evaluated: { type: 'integer', minimum: 0, description: 'Daughters with an evaluation or more.' },
      traits: answerObject(
        'The eight traits; left out, as `evaluated` is, where the caller may not read evaluations.',
        Object.fromEntries(Object.keys(TRAIT_WORDS).map((name) => [name, trait])),
      ),
    },
    ['evaluated', 'traits'],
  ),
  example: {
    queen_id: ids.f0,
    offspring: {
      total: 2,
      by_generation: { F1: 2 },
      by_status: { production: 1, unknown: 1 },
      by_year: { '2023': 2 },
    },
    evaluated: 1,
    traits: {
      ...Object.fromEntries(Object.keys(TRAIT_WORDS).map((name) => [name, noTrait])),
      honey: {
        n: 1,
        mean: evaluation.honey_yield_kg,
        sd: null,
        min: evaluation.honey_yield_kg,
        max: evaluation.honey_yield_kg,
      },
    },
  },
};
