import { wordKey } from './missing.js';

/** Ditto marks: `"`, `〃` or `,,`, perhaps between dashes, and `-''-`. */
const MARK = /^[-–—\s]*(?:["“”„″〃]|,,)[-–—\s]*$|^[-–—]\s*''\s*[-–—]$/;
const MAX_LENGTH = 30;

/** Words for "as in the row above", without accents. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'ditto, same as above, as above, dito, dto, dgl, wie oben, siehe oben, s.o, idem, ci-dessus, comme ci-dessus, ' +
    'come sopra, jak wyzej, j.w, zie boven'
  ).split(', '),
);

/** Whether a cell refers to the cell above it. */
export function isDitto(text: string): boolean {
  // No ditto mark contains a digit. This check is fast, and most cells are numbers.
  if (text.length > MAX_LENGTH || /\d/.test(text)) return false;
  return MARK.test(text) || WORDS.has(wordKey(text).replaceAll('. ', '.'));
}
