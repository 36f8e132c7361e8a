import { PUNCTUATION } from '../../../validation/punctuation.js';

/**
 * If there are more texts than this, only differences in punctuation and look-alike characters (O and 0, l, I and 1)
 * are ignored, because other differences need a key for each letter.
 */
export const MAX_TEXTS_TO_VARY = 5000;
/** Shorter texts resemble too many others. */
const MIN_LENGTH = 3;
const MIN_LENGTH_TO_REPLACE = 5;
const MAX_LENGTH = 60;

const IGNORED: ReadonlySet<string> = new Set(PUNCTUATION);
const LOOKALIKES: Readonly<Record<string, string>> = { o: '0', l: '1', i: '1' };

/** A text without punctuation and with look-alike characters unified, and which of its characters are letters. */
interface ComparableText {
  characters: string[];
  isLetter: boolean[];
}

/** Avoids the slower Unicode pattern for ASCII characters, which are the most frequent. */
const isLetterSign = (sign: string): boolean =>
  sign < '\x80' ? (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') : /\p{L}/u.test(sign);

function comparableText(key: string): ComparableText {
  const plain = [...key].filter((sign) => !IGNORED.has(sign));
  const isLookalike = plain.map((sign) => LOOKALIKES[sign] !== undefined);
  const isLetter = plain.map((sign, at) => isLetterSign(sign) && !isLookalike[at]);
  // A look-alike next to a letter is a letter, any other a digit.
  for (let at = 1; at < plain.length; at++) if (isLookalike[at] && isLetter[at - 1]) isLetter[at] = true;
  for (let at = plain.length - 2; at >= 0; at--) if (isLookalike[at] && isLetter[at + 1]) isLetter[at] = true;
  return { characters: plain.map((sign) => LOOKALIKES[sign] ?? sign), isLetter };
}

interface Indexed extends ComparableText {
  value: string;
}
interface Entry {
  text: Indexed;
  /** Position of the omitted letter; -1 for none. */
  omitted: number;
}

/**
 * Finds texts that equal a known one if punctuation, look-alike characters (O and 0, l, I and 1) and one letter that is
 * inserted, missing, replaced or swapped with its neighbour are ignored. Digits must match. Memory grows with the
 * number of wanted texts only.
 */
export class SimilarTexts {
  private readonly entries = new Map<string, Entry[]>();
  private readonly found = new Map<string, { id: string; called: string } | null>();

  /** @param wanted texts with their keys, which are in lower case and without accents */
  constructor(wanted: readonly { value: string; key: string }[]) {
    for (const [place, { value, key }] of wanted.entries()) {
      const text = { value, ...comparableText(key) };
      if (text.characters.length < 2 || text.characters.length > MAX_LENGTH) continue;
      this.index(text.characters.join(''), { text, omitted: -1 });
      if (place >= MAX_TEXTS_TO_VARY || text.characters.length < MIN_LENGTH) continue;
      for (const at of letterPositions(text)) this.index(omit(text, at), { text, omitted: at });
    }
  }

  private index(key: string, entry: Entry): void {
    const entries = this.entries.get(key);
    if (entries) entries.push(entry);
    else this.entries.set(key, [entry]);
  }

  /** Compares a known text with all wanted ones. */
  add(id: string, called: string, key: string): void {
    const known = comparableText(key);
    if (known.characters.length < 2 || known.characters.length > MAX_LENGTH + 1) return;
    this.compare(id, called, known, known.characters.join(''), -1);
    if (known.characters.length < MIN_LENGTH) return;
    for (const at of letterPositions(known)) this.compare(id, called, known, omit(known, at), at);
  }

  private compare(id: string, called: string, known: ComparableText, key: string, at: number): void {
    for (const { text, omitted: other } of this.entries.get(key) ?? []) {
      if (!areSimilar(text, other, known, at)) continue;
      const former = this.found.get(text.value);
      if (former === undefined) this.found.set(text.value, { id, called });
      else if (former !== null && former.id !== id) this.found.set(text.value, null);
    }
  }

  /** Wanted texts that resemble exactly one known text. */
  matches(): { value: string; called: string }[] {
    return [...this.found].flatMap(([value, found]) => (found === null ? [] : { value, called: found.called }));
  }
}

function letterPositions({ isLetter }: ComparableText): number[] {
  return [...isLetter.keys()].filter((at) => isLetter[at]);
}

const omit = ({ characters }: ComparableText, at: number): string => characters.toSpliced(at, 1).join('');

/** Whether two texts are similar. They are already known to be equal without the letters at these positions. */
function areSimilar(text: ComparableText, at: number, known: ComparableText, otherAt: number): boolean {
  if (at < 0 && otherAt < 0) return true;
  if (at < 0) return text.characters.length >= MIN_LENGTH;
  if (otherAt < 0) return text.characters.length > MIN_LENGTH;
  if (at === otherAt) return text.characters.length >= MIN_LENGTH_TO_REPLACE;
  // Two neighbours are swapped.
  return Math.abs(at - otherAt) === 1 && text.isLetter[otherAt] === true && known.isLetter[at] === true;
}
