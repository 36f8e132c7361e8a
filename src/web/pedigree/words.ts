import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { MARKING_NAMES, MATING_TYPE_NAMES } from '../i18n/terms.js';
import { markingColour } from '../mark.js';
import { labelOf, type Label, type Lineage } from './lineage.js';
import type { PedigreeKin } from './pedigree-data.js';
import { repeatsIn } from './repeats.js';

/** Texts for the positions of a pedigree, in the language of the page. */
export interface PedigreeWords {
  /** The relationship: "4a of 2a", "dam of Jutta". */
  label(position: number): string;
  /** The mating: "1b: 8 queens, 12 drones, island mating station"; null if unknown. */
  mating(mother: Mating): string | null;
  /** The drones of the mating: "8 queens, 12 drones"; null if unknown. */
  drones(mother: Mating): string | null;
  /** The known identifier, race and birth year: "DE-18-1-7-2006", "C", "2006". */
  facts(queen: PedigreeKin): string[];
  /** The known facts, without the name: "DE-…, born 2021, white". */
  description(queen: PedigreeKin): string;
  /** The text for screen readers: "4a of 2a: Jutta, DE-…, born 2021, white, appears 3 times". */
  aloud(position: number, queen: PedigreeKin): string;
}

type Mating = Pick<PedigreeKin, 'droneProducers' | 'drones' | 'matingType'>;

const yearOf = ({ dateOfBirth }: PedigreeKin): number | null => (dateOfBirth ? Number(dateOfBirth.slice(0, 4)) : null);

export function usePedigreeWords(lineage: Lineage<PedigreeKin>): PedigreeWords {
  const { t, i18n } = useLingui();
  return useMemo(() => {
    const repeats = repeatsIn(lineage);
    const nameOf = (label: Label): string => {
      if (!('whose' in label)) return label.of === 'daughters' ? t`daughters` : label.of;
      const { whose } = label;
      const name = whose && typeof whose === 'object' ? whose.name : whose;
      if (name === null) return label.of === 'dam' ? t`dam` : label.of === 'sire' ? t`sire` : label.of;
      if (label.of === 'dam') return t`dam of ${name}`;
      if (label.of === 'sire') return t`sire of ${name}`;
      return label.of === '4a' ? t`4a of ${name}` : t`1b of ${name}`;
    };
    const label = (position: number) => nameOf(labelOf(lineage, position));
    // `Intl.ListFormat` would put "and" before the last word, which does not fit a list of facts.
    const list = (parts: readonly string[]) => parts.join(', ');
    const factsOf = (queen: PedigreeKin): string[] => {
      const year = yearOf(queen);
      const number = queen.externalId !== queen.name && queen.externalId;
      const born = year === null ? [] : [t`born ${year}`, i18n._(MARKING_NAMES[markingColour(year)])];
      return [...(number ? [number] : []), ...born];
    };
    const droneWords = ({ droneProducers, drones, matingType }: Mating): string[] => {
      const producers = droneProducers ?? 0;
      const count = drones ?? 0;
      // The number of drone producers is omitted if the mating type implies it.
      const single = matingType === 'single_queen' || matingType === 'single_drone';
      return [
        ...(droneProducers === null || single ? [] : [t`${plural(producers, { one: '# queen', other: '# queens' })}`]),
        ...(drones === null || matingType === 'single_drone'
          ? []
          : [t`${plural(count, { one: '# drone', other: '# drones' })}`]),
      ];
    };
    return {
      label,
      drones: (mother) => list(droneWords(mother)) || null,
      mating(mother) {
        const { matingType } = mother;
        const kind = matingType === null ? [] : [i18n._(MATING_TYPE_NAMES[matingType])];
        const parts = [...droneWords(mother), ...kind];
        const said = list(parts);
        return parts.length > 0 ? t`1b: ${said}` : null;
      },
      facts(queen) {
        const number = queen.externalId !== queen.name && queen.externalId;
        const year = yearOf(queen);
        return [number || '', queen.race ?? '', year === null ? '' : String(year)].filter(Boolean);
      },
      description: (queen) => list(factsOf(queen)),
      aloud(position, queen) {
        const times = repeats.get(queen.id)?.positions.length ?? 1;
        const again = times > 1 ? [t`appears ${plural(times, { one: '# time', other: '# times' })}`] : [];
        const said = list([queen.name, ...factsOf(queen), ...again]);
        const place = label(position);
        return t`${place}: ${said}`;
      },
    };
  }, [lineage, t, i18n]);
}
