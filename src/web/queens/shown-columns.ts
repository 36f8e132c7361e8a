import { useState } from 'react';
import { TRAITS, type Trait } from '../i18n/traits.js';

const OWN = ['race', 'born', 'marking', 'status', 'mother', 'generation', 'line', 'mate', 'mating', 'hive'] as const;

/** Columns that can be hidden. By default, only the first ones are shown. */
export type ChosenColumn =
  (typeof OWN)[number] | 'index' | 'inbreeding' | 'tested' | `value-${Trait}` | `score-${Trait}`;
const CHOICE: readonly ChosenColumn[] = [
  ...OWN,
  'index',
  ...TRAITS.map((trait) => `value-${trait}` as const),
  'inbreeding',
  'tested',
  ...TRAITS.map((trait) => `score-${trait}` as const),
];

const DEFAULT: readonly ChosenColumn[] = CHOICE.slice(0, 5);
const KEY = 'queenbook.queens.columns';

export function storedColumns(): readonly ChosenColumn[] {
  try {
    const words: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (Array.isArray(words)) return CHOICE.filter((column) => words.includes(column));
  } catch {
    // The stored value is not valid, for example because another version wrote it, or storage is not available.
  }
  return DEFAULT;
}

export const isShown = (shown: readonly string[], id: string): boolean => shown.includes(id);

/** The columns of the list of queens on this device. */
export function useShownColumns(): [readonly ChosenColumn[], (columns: readonly ChosenColumn[]) => void] {
  const [shown, setShown] = useState(storedColumns);
  return [
    shown,
    (columns) => {
      setShown(columns);
      try {
        localStorage.setItem(KEY, JSON.stringify(columns));
      } catch {
        // Without storage, the choice lasts until the page is left.
      }
    },
  ];
}
