import { msg } from '@lingui/core/macro';

export const METHOD_NAMES = {
  honey_bee: msg`model of honey bees`,
  animal: msg`model of plain diploid animals`,
} as const;

export const METHOD_HINTS = {
  honey_bee: msg`Queens, their worker groups and their mates, as honey bees inherit. It tells what the workers do from what the queen does.`,
  animal: msg`As if bees inherited like cattle, without workers and drones. For comparison with other programs.`,
} as const;

export const SOURCE_NAMES = {
  computed: msg`computed here`,
  import: msg`brought from another system`,
} as const;
