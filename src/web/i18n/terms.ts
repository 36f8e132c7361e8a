import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { eachTrait, type Measure } from '../../core/traits.js';
import { measureOf, TRAIT_SORTS, TRAITS, type Trait } from './traits.js';
import { hasLeft, LIFE_STATUSES, MATING_TYPES, type LifeStatusWord, type MatingType } from './words.js';

export { hasLeft, LIFE_STATUSES, MATING_TYPES, TRAIT_SORTS, TRAITS, type LifeStatusWord, type MatingType, type Trait };

export const TRAIT_NAMES: Record<Trait, MessageDescriptor> = {
  honey: msg`Honey`,
  gentleness: msg`Gentleness`,
  vigor: msg`Vigour`,
  wintering: msg`Wintering`,
  nonSwarming: msg`Low swarming drive`,
  combBehavior: msg`Calmness on the comb`,
  hyg6h: msg`Hygiene, 6 hours`,
  hyg24h: msg`Hygiene, 24 hours`,
};

const UNITS: Record<Measure, MessageDescriptor> = {
  kilograms: msg`kg`,
  score: msg`score 1 to 4`,
  cells: msg`cells of 50`,
};
export const TRAIT_UNITS: Record<Trait, MessageDescriptor> = eachTrait((trait) => UNITS[measureOf(trait)]);

export const LIFE_STATUS_NAMES: Record<LifeStatusWord, MessageDescriptor> = {
  testing: msg`in testing`,
  production: msg`in production`,
  sold: msg`sold`,
  dead: msg`dead`,
  lost: msg`lost`,
};

export const MATING_TYPE_NAMES: Record<MatingType, MessageDescriptor> = {
  open: msg`open mating`,
  island_station: msg`island mating station`,
  land_station: msg`land mating station`,
  insemination: msg`insemination`,
  single_queen: msg`drones of one queen`,
  single_drone: msg`one drone`,
};

export const GENERATION_NAMES: Record<'F0' | 'F1', MessageDescriptor> = {
  F0: msg`F0, breeding stock`,
  F1: msg`F1, production`,
};

export const MARKING_NAMES = {
  white: msg`white`,
  yellow: msg`yellow`,
  red: msg`red`,
  green: msg`green`,
  blue: msg`blue`,
} as const;

export const JOB_STATUS_NAMES = {
  queued: msg`waiting`,
  running: msg`running`,
  completed: msg`completed`,
  failed: msg`failed`,
  cancelled: msg`cancelled`,
} as const;
