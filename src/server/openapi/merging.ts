import type { GraphQLSchema } from 'graphql';
import { FACT_MEMBERS, MERGE_SHAPE, MOVE_MEMBERS } from '../../features/queens/merge/merge.rest.js';
import { MERGE_RULES } from '../../features/queens/queen.checks.js';
import { answerObject, inputObject, listOf, type Components } from '../../openapi/json-schema.js';
import { membersOf } from '../../openapi/members.js';
import { ids } from './examples.js';

const OF_OTHERS = ['evaluations', 'hives', 'breeding_values', 'breeding_values_dropped'];

/** Merging of two records of the same queen. */
export function mergeComponents(graph: GraphQLSchema): Components {
  const { obstacles, facts, externalIdentifiers, moves } = membersOf(graph, 'QueenMerge', {
    obstacles: 'obstacles',
    facts: 'facts',
    externalIdentifiers: 'externalIdentifiers',
    moves: 'moves',
  });
  const numbers = membersOf(graph, 'MergeMoves', MOVE_MEMBERS);
  return {
    MergeRequest: {
      schema: inputObject(
        'The duplicate record.',
        { queen_id: { ...MERGE_RULES.mergeId.schema, description: 'Id of the duplicate, which is deleted.' } },
        MERGE_SHAPE.required,
      ),
      example: { queen_id: ids.dam },
    },
    QueenMerge: {
      schema: answerObject('Preview of a merge of two records of the same queen.', {
        obstacles,
        facts: listOf(
          answerObject('Effect of the merge on one field.', membersOf(graph, 'MergeFact', FACT_MEMBERS)),
          facts.description as string,
        ),
        external_identifiers: externalIdentifiers,
        moves: {
          ...answerObject('', numbers, OF_OTHERS),
          description: `${moves.description as string} Members that the caller may not read are absent.`,
        },
      }),
      example: {
        obstacles: [
          {
            path: 'birth_date',
            message: 'is "2021" and "2022-05-01": the dates of birth differ',
            code: 'records_differ_in_birth',
            params: { kept: '2021', other: '2022-05-01' },
          },
        ],
        facts: [{ field: 'race', kept: 'carnica', dropped: 'C', filled: false }],
        external_identifiers: [{ system: 'merged', value: 'DE-18-3-9-2022' }],
        moves: { ...Object.fromEntries(Object.keys(numbers).map((name) => [name, 0])), daughters: 3 },
      },
    },
  };
}
