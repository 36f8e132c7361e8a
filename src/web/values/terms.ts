import { msg } from '@lingui/core/macro';

export const METHOD_NAMES = {
  honey_bee: msg`model of honey bees`,
  animal: msg`model of plain diploid animals`,
} as const;

export const METHOD_HINTS = {
  honey_bee: msg`Models queens, their worker groups and their mates by the inheritance of honey bees. Separates the effect of the workers from that of the queen.`,
  animal: msg`Treats bees as if they inherited like cattle, without workers and drones. For comparison with other programs.`,
} as const;

export const DRONE_GROUP_NAMES = {
  BY_YEAR: msg`by mating station and year`,
  BY_DAM: msg`over all years`,
} as const;

export const SOURCE_NAMES = {
  computed: msg`computed here`,
  import: msg`imported from another system`,
} as const;
