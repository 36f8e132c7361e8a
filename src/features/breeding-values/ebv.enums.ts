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
    worker: { description: "The queen's workers. Their value is the expected value of her daughters" },
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

export enum DroneGroups {
  BY_YEAR = 'by_year',
  BY_DAM = 'by_dam',
}
registerEnumType(DroneGroups, {
  name: 'DroneGroups',
  description:
    'Rule that decides which matings share one group of drone-producing queens. Under either rule, the matings must also have the same dam of the drone-producing queens and the same number of these queens.',
  valuesConfig: {
    BY_YEAR: {
      description:
        'Matings at the same mating station in the same year, because new drone-producing queens are reared each year',
    },
    BY_DAM: { description: 'Matings with the same dam of the drone-producing queens, in any year' },
  },
});
