import { fold } from '../folding.js';
import { MATING_WORDS } from '../words-of-values.js';
import type { MatingType } from '../words-of-values.js';

/** A mating type that a cell contains instead of a mate. */
export interface MatingWord {
  type: MatingType;
  /** The whole text of the cell, if the name of a station follows the word. */
  station?: string;
}

/** Matches a word for a station that is followed by its name, such as `Belegstelle Gehlberg` or `Insel Baltrum`. */
const STATION =
  /^(\p{L}{0,20}belegstelle|belegst|bst|insel|mating station|station de fécondation|stazione di fecondazione|trutowisko|bevruchtingsstation)[.:]?\s+\S/iu;
const MAX_LENGTH = 60;

/** Recognizes a word for a mating type. Returns undefined for any other text, such as the name of a queen. */
export function matingWord(text: string): MatingWord | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  if (/^[A-Za-z]+$/.test(text)) return typed(MATING_WORDS.get(text.toLowerCase()));
  const type = MATING_WORDS.get(fold(text));
  if (type !== undefined) return { type };
  const word = STATION.exec(text)?.[1];
  if (word === undefined) return undefined;
  return { type: MATING_WORDS.get(fold(word)) ?? 'land_station', station: text };
}

const typed = (type: MatingType | undefined): MatingWord | undefined => (type === undefined ? undefined : { type });

/** More specific mating types that agree with a general word. */
const ALLOWS: Partial<Record<MatingType, readonly MatingType[]>> = {
  land_station: ['island_station'],
  insemination: ['single_drone', 'single_queen'],
};

/** Whether a word in the mate's column agrees with the mating type that another column of the row contains. */
export function agrees(word: MatingType, type: MatingType): boolean {
  return word === type || (ALLOWS[word]?.includes(type) ?? false);
}
