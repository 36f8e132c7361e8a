import { registerEnumType } from 'type-graphql';

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
