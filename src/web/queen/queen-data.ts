import { graphql, type ResultOf } from '../data/graphql.js';
import { NAMED_QUEEN } from '../ui/queen-name.js';

/** Her own data; the parts of the page load related data. */
export const QUEEN = graphql(
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
