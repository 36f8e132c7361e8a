import { queryOptions } from '@tanstack/react-query';
import { ask, graphql } from '../data/graphql.js';

const QUEEN = graphql(`
  query PickedQueen($id: ID!) {
    queen(id: $id) {
      id
      name
      externalId
      dateOfBirth
    }
  }
`);

/** A queen as the picker takes her; null where there is none. */
export const pickedQueenQuery = (id: string) =>
  queryOptions({
    queryKey: ['picked-queen', id],
    queryFn: async ({ signal }) => (await ask(QUEEN, { id }, signal)).queen,
  });
