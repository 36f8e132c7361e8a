import { useState } from 'react';
import { TRAITS, type Trait } from '../i18n/traits.js';

const OWN = ['race', 'born', 'marking', 'status', 'mother', 'generation', 'line', 'mate', 'mating', 'hive'] as const;

/** The columns that can be hidden. By default, only the first columns are shown. */
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
    // Storage is not available, or another version of the interface wrote the stored value.
  }
  return DEFAULT;
}

export const isShown = (shown: readonly string[], id: string): boolean => shown.includes(id);

/** The columns of the list of queens that are chosen on this device. */
export function useShownColumns(): [readonly ChosenColumn[], (columns: readonly ChosenColumn[]) => void] {
  const [shown, setShown] = useState(storedColumns);
  return [
    shown,
    (columns) => {
      setShown(columns);
      try {
        localStorage.setItem(KEY, JSON.stringify(columns));
      } catch {
        // Without storage, the choice is lost when the user leaves the page.
      }
    },
  ];
}
