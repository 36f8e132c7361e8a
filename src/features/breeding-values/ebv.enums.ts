import { registerEnumType } from 'type-graphql';

export enum EntityType {
  queen = 'queen',
  worker = 'worker',
}
registerEnumType(EntityType, {
  name: 'EntityType',
  description: 'Entity to which a breeding value belongs.',
  valuesConfig: {
    queen: { description: 'The queen' },
    worker: { description: "The queen's workers: the expected value of her daughters" },
  },
});

export enum EbvSource {
  import = 'import',
  computed = 'computed',
}
registerEnumType(EbvSource, {
  name: 'EbvSource',
  description: 'Origin of breeding values.',
  valuesConfig: {
    import: { description: 'Imported from another system' },
    computed: { description: 'Computed by the service' },
  },
});
