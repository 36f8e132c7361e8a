import type { markingColour } from '../mark.js';

type Colour = ReturnType<typeof markingColour>;

/** The words for marking colours in files of breeders: English, German, French, Italian, Polish, Dutch. */
const WORDS: Record<Colour, readonly string[]> = {
  white: ['white', 'weiss', 'weis', 'blanc', 'blanche', 'bianco', 'bianca', 'biały', 'biała', 'wit'],
  yellow: ['yellow', 'gelb', 'jaune', 'giallo', 'gialla', 'żółty', 'żółta', 'geel'],
  red: ['red', 'rot', 'rouge', 'rosso', 'rossa', 'czerwony', 'czerwona', 'rood'],
  green: ['green', 'grün', 'gruen', 'vert', 'verte', 'verde', 'zielony', 'zielona', 'groen'],
  blue: ['blue', 'blau', 'bleu', 'bleue', 'blu', 'niebieski', 'niebieska', 'blauw'],
};

const plain = (word: string): string =>
  word.toLowerCase().replaceAll('ß', 'ss').replaceAll('ł', 'l').normalize('NFD').replace(/\p{M}/gu, '');

const COLOURS = new Map(
  Object.entries(WORDS).flatMap(([colour, words]) => words.map((word) => [plain(word), colour as Colour] as const)),
);

/** Returns the colour in a marking, such as "blau 17"; null if the marking contains no colour or several colours. */
export function colourOf(marking: string): Colour | null {
  const [only = null, ...others] = new Set(
    (plain(marking).match(/\p{L}+/gu) ?? []).flatMap((word) => COLOURS.get(word) ?? []),
  );
  return others.length === 0 ? only : null;
}
