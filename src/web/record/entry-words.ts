import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Trait, TraitIn } from '../i18n/traits.js';

export type Score = TraitIn<'score'>;

/**
 * The descriptions of the lowest and the highest score, from the testing guidelines. 4 is the best score. The form
 * shows the traits in the order of this record, which is the order of the work at a hive.
 */
export const SCORE_ENDS: Record<Score, { worst: MessageDescriptor; best: MessageDescriptor }> = {
  gentleness: { worst: msg`1: stings, follows`, best: msg`4: calm without smoke` },
  combBehavior: { worst: msg`1: runs off the comb`, best: msg`4: sits firmly` },
  nonSwarming: { worst: msg`1: has swarmed`, best: msg`4: no swarm cells` },
  vigor: { worst: msg`1: weak, slow`, best: msg`4: strong, fast` },
  wintering: { worst: msg`1: hardly survived`, best: msg`4: came out strong` },
};

/** Hints for the other traits, in the order of the form. */
export const HINTS: Record<Exclude<Trait, Score>, MessageDescriptor> = {
  honey: msg`Harvest of the season in kg`,
  hyg6h: msg`Cells cleaned, of 50`,
  hyg24h: msg`Cells cleaned, of 50`,
};
