import { registerEnumType } from 'type-graphql';

export enum Trait {
  honey = 'honey',
  gentleness = 'gentleness',
  vigor = 'vigor',
  wintering = 'wintering',
  nonSwarming = 'non_swarming',
  combBehavior = 'comb_behavior',
  hyg6h = 'hyg6h',
  hyg24h = 'hyg24h',
}
registerEnumType(Trait, {
  name: 'Trait',
  description: 'The traits of a performance test.',
  valuesConfig: {
    honey: { description: 'Honey yield of the season, kg' },
    gentleness: { description: 'Score 1 to 4' },
    vigor: { description: 'Score 1 to 4' },
    wintering: { description: 'Score 1 to 4' },
    nonSwarming: { description: 'Score 1 to 4, 4 being no inclination to swarm' },
    combBehavior: { description: 'Calmness on the comb, score 1 to 4' },
    hyg6h: { description: 'Pin test: cells of 50 cleaned after 6 hours' },
    hyg24h: { description: 'Pin test: cells of 50 cleaned after 24 hours' },
  },
});

export enum EntityType {
  queen = 'queen',
  worker = 'worker',
}
registerEnumType(EntityType, {
  name: 'EntityType',
  description: 'Whose breeding value.',
  valuesConfig: {
    queen: { description: 'Of the queen herself' },
    worker: { description: 'Of her workers, which is the expectation of her daughters' },
  },
});

export enum EbvSource {
  import = 'import',
  computed = 'computed',
}
registerEnumType(EbvSource, {
  name: 'EbvSource',
  description: 'Where breeding values come from.',
  valuesConfig: {
    import: { description: 'Brought from another system' },
    computed: { description: 'Computed here' },
  },
});
