import type { GraphQLSchema } from 'graphql';
import { NODE_MEMBERS } from '../../features/pedigree/pedigree.rest.js';
import { TRAIT_WORDS } from '../../core/traits.js';
import { NAMED_MEMBERS, QUEEN_INPUT, QUEEN_SHAPE, READ_ONLY_MEMBERS } from '../../features/queens/queen.rest.js';
import {
  answerObject,
  listOf,
  orNull,
  ref,
  refOrNull,
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
  description: 'Imported row, unchanged: header → text.',
  additionalProperties: { type: 'string' },
};
const COUNTS: JsonSchema = { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } };
const numberOrNull = (description: string): JsonSchema => ({ type: ['number', 'null'], description });

/** Queens of both generations, in short and full form, with pedigrees and daughters. */
export function queenComponents(graph: GraphQLSchema): Components {
  const { id, ...written } = membersOf(graph, 'Queen', { id: 'id', ...QUEEN_INPUT });
  const namedMembers = membersOf(graph, 'Queen', NAMED_MEMBERS);
  const common = {
    id,
    ...written,
    dam_external_id: { type: ['string', 'null'], description: '`external_id` of the dam.' },
    drone_sire_id: { type: ['string', 'null'], description: '`external_id` of the queen in `mated_to_id`.' },
    ...membersOf(graph, 'Queen', READ_ONLY_MEMBERS),
  };
  const facts = without(common, 'dam_external_id', 'drone_sire_id', 'inbreeding');
  const mother = refOrNull('NamedQueen', 'Dam; null if unknown.');
  const father = refOrNull('NamedQueen', 'Sire; null if unknown.');
  const generation = (word: string) => ({ type: 'string', const: word, description: `Always \`${word}\`.` });
  const f0Members: Properties = {
    ...common,
    generation: generation('F0'),
    pedigree: answerObject('Parents.', { mother, father }),
  };
  const f1Members: Properties = {
    ...common,
    generation: generation('F1'),
    mother,
    daughters: listOf(
      answerObject('A daughter.', without(namedMembers, 'external_id')),
      'All daughters, sorted by name.',
    ),
    evaluations: listOf(
      ref('Evaluation'),
      'Evaluations, newest season first. Absent if the caller may not read evaluations.',
    ),
  };
  const originMembers: Properties = {
    origin_data: {
      ...orNull(CELLS),
      description: 'First imported row that describes her, unchanged. Null if no file describes her.',
    },
    origin_imports: listOf(
      answerObject('Rows of one imported file that describe her.', {
        import_id: { ...UUID, description: 'Id of the import.' },
        filename: { type: 'string', description: 'Name of the file.' },
        imported_at: { ...INSTANT, description: 'Time of the upload.' },
        rows: listOf(CELLS, 'Rows in the order of the file.'),
      }),
      'Imported files that describe her, oldest first.',
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
    NamedQueen: { schema: answerObject('Id, name and identifier of a queen.', namedMembers), example: named },
    F0Queen: { schema: answerObject('An F0 queen (breeding stock).', f0Members), example: f0 },
    F1Queen: {
      schema: answerObject('An F1 queen (production), daughter of an F0 queen.', f1Members, ['evaluations']),
      example: f1,
    },
    Queen: { schema: both('Queen', 'An F0 queen or an F1 queen, depending on `generation`.'), example: f0 },
    F0QueenDetail: {
      schema: answerObject('An F0 queen with the imported rows that describe her.', { ...f0Members, ...originMembers }),
      example: { ...f0, ...origin },
    },
    F1QueenDetail: {
      schema: answerObject(
        'An F1 queen with the imported rows that describe her.',
        { ...f1Members, ...originMembers },
        ['evaluations'],
      ),
      example: { ...f1, origin_data: null, origin_imports: [] },
    },
    QueenDetail: {
      schema: both('QueenDetail', 'An F0 or F1 queen with the imported rows that describe her.'),
      example: { ...f0, ...origin },
    },
    QueenFacts: {
      schema: answerObject('Fields of a queen without fields of related queens.', facts),
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
    generation_index: {
      type: 'integer',
      minimum: 0,
      maximum: 7,
      description: 'Number of generations above the queen: 0 for the queen, 1 for her parents.',
    },
    position: {
      type: 'integer',
      minimum: 1,
      description: 'Ahnentafel number: the queen is 1, the dam of n is 2n, the sire of n is 2n + 1.',
    },
    mother: refOrNull('PedigreeNode', 'Dam; null if unknown or beyond the depth.'),
    father: refOrNull('PedigreeNode', 'Sire; null if unknown or beyond the depth.'),
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
    PedigreeNode: { schema: answerObject('A queen in the tree with her known ancestors.', node), example: tree },
    Pedigree: {
      schema: answerObject('A pedigree as a tree.', {
        queen_id: { ...UUID, description: 'Id of the queen.' },
        depth: { type: 'integer', enum: [3, 5, 7], description: 'Number of generations of ancestors in the tree.' },
        ...numbers,
        tree: { ...ref('PedigreeNode'), description: 'Root of the tree: the queen.' },
      }),
      example: { queen_id: id, depth: 3, known_ancestors: 1, completeness: 0.0714, inbreeding: 0.0156, tree },
    },
  };
}

const trait = answerObject('Statistics of the trait over all evaluations of the daughters.', {
  n: { type: 'integer', minimum: 0, description: 'Number of evaluations with a value of the trait.' },
  mean: numberOrNull('Arithmetic mean; null if `n` is 0.'),
  sd: numberOrNull('Sample standard deviation; null if `n` is below 2.'),
  min: numberOrNull('Minimum.'),
  max: numberOrNull('Maximum.'),
});
const noTrait = { n: 0, mean: null, sd: null, min: null, max: null };

const offspring = {
  schema: answerObject(
    "Statistics of a queen's daughters.",
    {
      queen_id: { ...UUID, description: 'Id of the queen.' },
      offspring: answerObject('Numbers of daughters.', {
        total: { type: 'integer', minimum: 0, description: 'Number of all daughters.' },
        by_generation: { ...COUNTS, description: 'Number of daughters by generation.' },
        by_status: { ...COUNTS, description: 'Number of daughters by life status, or `unknown`.' },
        by_year: { ...COUNTS, description: 'Number of daughters by birth year, or `unknown`.' },
      }),
      evaluated: { type: 'integer', minimum: 0, description: 'Number of daughters with at least one evaluation.' },
      traits: answerObject(
        'Statistics by trait. Absent if the caller may not read evaluations.',
        Object.fromEntries(Object.keys(TRAIT_WORDS).map((name) => [name, trait])),
      ),
    },
    ['traits'],
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
