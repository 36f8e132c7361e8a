import { queryOptions } from '@tanstack/react-query';
import { ask, graphql, type ResultOf } from '../data/graphql.js';
import { pedigreeQuery } from '../pedigree/pedigree-data.js';
import { NAMED_QUEEN } from '../ui/queen-name.js';

/** The queen's own data. The parts of the page load related data. */
const QUEEN = graphql(
  `
    query QueenPage($id: ID!) {
      queen(id: $id) {
        id
        name
        externalId
        externalIdentifiers {
          system
          value
        }
        generation
        race
        line
        breederCode
        dateOfBirth
        marking
        status
        notes
        mother {
          ...NamedQueen
          matingType
        }
        father {
          ...NamedQueen
        }
        matedTo {
          ...NamedQueen
        }
        matedAt
        matingStation
        matingType
        sdiCode
        droneProducers
        drones
        hive {
          id
          name
          type
          updatedAt
          apiary {
            id
            name
          }
        }
      }
    }
  `,
  [NAMED_QUEEN],
);

export type Queen = NonNullable<ResultOf<typeof QUEEN>['queen']>;

export const queenQuery = (id: string) =>
  queryOptions({ queryKey: ['queen', id], queryFn: ({ signal }) => ask(QUEEN, { id }, signal) });

/** The queries that the page of a queen starts first. They are also loaded in advance for offline use. */
export const queenQueries = (id: string) => [queenQuery(id), pedigreeQuery(id, 3)];
