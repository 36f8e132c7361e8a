import { queryOptions } from '@tanstack/react-query';
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { ask, graphql, type ResultOf, type VariablesOf } from '../data/graphql.js';

const VIEWS = graphql(`
  query SavedViews($page: SavedViewPage!) {
    savedViews(page: $page) {
      id
      name
      parameters
    }
  }
`);

export const SAVE_VIEW = graphql(`
  mutation SaveView($input: SavedViewInput!) {
    saveView(input: $input) {
      id
    }
  }
`);

export const DELETE_VIEW = graphql(`
  mutation DeleteSavedView($id: ID!) {
    deleteSavedView(id: $id) {
      id
    }
  }
`);

export type SavedView = ResultOf<typeof VIEWS>['savedViews'][number];
export type SavedViewPage = VariablesOf<typeof VIEWS>['page'];

export const savedViewsQuery = (page: SavedViewPage) =>
  queryOptions({
    queryKey: ['savedViews', page],
    queryFn: async ({ signal }) => (await ask(VIEWS, { page }, signal)).savedViews,
  });

/** Converts the search parameters of a page to the text that is saved. */
export const writeParameters = (search: object): string => defaultStringifySearch({ ...search }).slice(1);

/** Reads saved search parameters. The route of the page ignores unknown parameters. */
export const readParameters = (parameters: string): Record<string, unknown> =>
  defaultParseSearch(parameters && `?${parameters}`);
