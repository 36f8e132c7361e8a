import { registerEnumType } from 'type-graphql';

export enum Generation {
  F0 = 'F0',
  F1 = 'F1',
}
registerEnumType(Generation, {
  name: 'Generation',
  description: 'Where a queen stands in the operation.',
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
  description: 'What became of a queen.',
  valuesConfig: {
    testing: { description: 'Alive, under test' },
    production: { description: 'Alive, in production' },
    sold: { description: 'Given away' },
    dead: { description: 'Dead' },
    lost: { description: 'Not found again' },
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
  description: 'How a queen was mated. It sets the default numbers of drone-producing queens and of drones.',
  valuesConfig: {
    island_station: { description: 'Mating station on an island (8 drone-producing queens, 12 drones)' },
    land_station: { description: 'Mating station on the mainland (8, 12)' },
    insemination: { description: 'Instrumental insemination (8, 12)' },
    single_drone: { description: 'Inseminated with one drone (1, 1)' },
    single_queen: { description: 'Drones of one queen (1, 12)' },
    open: { description: 'Free mating, father unknown (50, 12)' },
  },
});
