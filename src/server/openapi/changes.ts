import type { GraphQLSchema } from 'graphql';
import { answerObject, listOf, ref, type Components } from '../../openapi/json-schema.js';
import { membersOf } from '../../openapi/members.js';
import { ids, instant, hive } from './examples.js';
import { page } from '../../openapi/common.js';

const KINDS = { queen: 'QueenFacts', evaluation: 'Evaluation', apiary: 'Apiary', hive: 'Hive', ebv_run: 'EbvRun' };

/** The change feed. */
export function changeComponents(graph: GraphQLSchema): Components {
  const members = membersOf(graph, 'Change', { id: 'id', change: 'change', changed_at: 'changedAt' });
  const example = { kind: 'hive', id: ids.hive, change: 'upsert', changed_at: instant, data: hive };
  return {
    Change: {
      schema: answerObject(
        'The latest change of a row that was written or deleted.',
        {
          kind: { type: 'string', enum: Object.keys(KINDS), description: 'Kind of row.' },
          ...members,
          data: {
            anyOf: Object.values(KINDS).map(ref),
            description: 'Current row, according to its kind. Absent if the row was deleted.',
          },
        },
        ['data'],
      ),
      example,
    },
    Changes: {
      schema: answerObject('A page of changes in commit order.', {
        data: listOf(ref('Change'), 'Changes of this page.'),
        page: ref('Page'),
        resume_cursor: {
          type: 'string',
          description:
            'Cursor for the parameter `cursor` of the next request, which returns later changes. Present on every page.',
        },
      }),
      example: { data: [example], page: { ...page, offset: null }, resume_cursor: 'WzE3NjM3MTIwMDAwMDBd' },
    },
  };
}
