import { graphql } from '../data/graphql.js';

export const UPDATE_ACCOUNT = graphql(`
  mutation UpdateAccount($input: AccountInput!) {
    updateAccount(input: $input) {
      name
      language
    }
  }
`);
