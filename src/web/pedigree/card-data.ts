import { queryOptions } from '@tanstack/react-query';
import { ask, graphql, type ResultOf } from '../data/graphql.js';

const CARD_FACTS = graphql(`
  query PedigreeCard($id: ID!) {
    queen(id: $id) {
      id
      name
      externalId
      dateOfBirth
      race
      line
      marking
      breederCode
      inbreeding
      mother {
        id
      }
      father {
        id
      }
      matingType
      droneProducers
      drones
      matedAt
      matingStation
      matedTo {
        id
        name
        externalId
      }
      index
      indexReliability
      ebv {
        trait
        entityType
        normalized
        reliability
        run {
          source
          computedAt
        }
      }
    }
  }
`);
export type CardQueen = NonNullable<ResultOf<typeof CARD_FACTS>['queen']>;

/** The data of a card that are not in the pedigree. */
export const cardQuery = (id: string) =>
  queryOptions({ queryKey: ['pedigree-card', id], queryFn: ({ signal }) => ask(CARD_FACTS, { id }, signal) });
