import { registerEnumType } from 'type-graphql';

export enum SavedViewPage {
  QUEENS = 'queens',
  RANKING = 'ranking',
  MATING = 'mating',
}
registerEnumType(SavedViewPage, {
  name: 'SavedViewPage',
  description: 'Page of the interface that a saved view belongs to.',
  valuesConfig: {
    QUEENS: { description: 'List of queens: filters and sort order' },
    RANKING: { description: 'Ranking by breeding values: filters, sort order and weights' },
    MATING: { description: 'Mating planner: queens, drone mothers, weights and limits of a plan' },
  },
});
