import { msg } from '@lingui/core/macro';

export const METHOD_NAMES = {
  honey_bee: msg`model for honey bees`,
  animal: msg`animal model, as for cattle`,
} as const;

export const METHOD_HINTS = {
  honey_bee: msg`Follows the inheritance of honey bees, with queens, their groups of workers and their mates. Separates the effect of the workers from the effect of the queen.`,
  animal: msg`Treats bees as if they inherited like cattle, without workers and drones. For comparison with other programs.`,
} as const;

export const DRONE_GROUP_NAMES = {
  BY_YEAR: msg`matings at one station in one year`,
  BY_DAM: msg`all matings with the same dam (4a)`,
} as const;

export const SOURCE_NAMES = {
  computed: msg`computed here`,
  import: msg`imported from another system`,
} as const;
