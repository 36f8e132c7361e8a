import { registerEnumType } from 'type-graphql';

export enum Generation {
  F0 = 'F0',
  F1 = 'F1',
}
registerEnumType(Generation, {
  name: 'Generation',
  description: 'Role of a queen in the breeding operation.',
  valuesConfig: {
    F0: { description: 'Breeding stock' },
    F1: { description: 'Production queen, daughter of an F0 queen' },
  },
});

export enum LifeStatus {
  testing = 'testing',
  production = 'production',
  sold = 'sold',
  dead = 'dead',
  lost = 'lost',
}
registerEnumType(LifeStatus, {
  name: 'LifeStatus',
  description: 'Life status of a queen.',
  valuesConfig: {
    testing: { description: 'Alive, under test' },
    production: { description: 'Alive, in production' },
    sold: { description: 'Sold or given away' },
    dead: { description: 'Dead' },
    lost: { description: 'Lost' },
  },
});

export enum MatingType {
  island_station = 'island_station',
  land_station = 'land_station',
  insemination = 'insemination',
  single_drone = 'single_drone',
  single_queen = 'single_queen',
  open = 'open',
}
registerEnumType(MatingType, {
  name: 'MatingType',
  description: 'Mating type of a queen. It sets the default numbers of drone-producing queens (NS) and drones (ND).',
  valuesConfig: {
    island_station: { description: 'Mating station on an island (NS 8, ND 12)' },
    land_station: { description: 'Mating station on the mainland (NS 8, ND 12)' },
    insemination: { description: 'Instrumental insemination (NS 8, ND 12)' },
    single_drone: { description: 'Insemination with a single drone (NS 1, ND 1)' },
    single_queen: { description: 'Drones of a single queen (NS 1, ND 12)' },
    open: { description: 'Open mating, unknown sire (NS 50, ND 12)' },
  },
});
