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
        'A row that was written or deleted, once, at its latest change.',
        {
          kind: { type: 'string', enum: Object.keys(KINDS), description: 'What kind of row it is.' },
          ...members,
          data: {
            anyOf: Object.values(KINDS).map(ref),
            description: 'The row as it is now, by its kind; absent of a deletion.',
          },
        },
        ['data'],
      ),
      example,
    },
    Changes: {
      schema: answerObject('A page of changes, in the order of commits.', {
        data: listOf(ref('Change'), 'The changes of this page.'),
        page: ref('Page'),
        resume_cursor: {
          type: 'string',
          description: 'The `cursor` for the next time: it gives what was written since. There on every page.',
        },
      }),
      example: { data: [example], page: { ...page, offset: null }, resume_cursor: 'WzE3NjM3MTIwMDAwMDBd' },
    },
  };
}
