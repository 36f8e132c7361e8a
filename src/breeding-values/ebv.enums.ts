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
registerEnumType(Trait, { name: 'Trait', description: 'The traits of a performance test.' });

export enum EntityType {
  queen = 'queen',
  worker = 'worker',
}
registerEnumType(EntityType, {
  name: 'EntityType',
  description: 'Whose breeding value: of the queen herself, or of her workers (the expectation of her daughters).',
});

export enum EbvSource {
  import = 'import',
  computed = 'computed',
}
registerEnumType(EbvSource, { name: 'EbvSource', description: 'Computed here, or brought from another system.' });
