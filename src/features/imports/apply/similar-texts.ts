import { PUNCTUATION } from '../../../validation/punctuation.js';

/** Of more texts only those are found that differ in punctuation, or in O and 0, l, I and 1: each has a key for every letter. */
export const MAX_TEXTS_TO_VARY = 5000;
/** Shorter texts resemble too many others. */
const MIN_LENGTH = 3;
const MIN_LENGTH_TO_REPLACE = 5;
const MAX_LENGTH = 60;

const IGNORED: ReadonlySet<string> = new Set(PUNCTUATION);
const ALIKE: Readonly<Record<string, string>> = { o: '0', l: '1', i: '1' };

/** A text without punctuation, its look-alikes as one sign, and which signs are letters. */
interface Compared {
  signs: string[];
  isLetter: boolean[];
}

/** Most signs are of ASCII, which need no look into the tables of Unicode. */
const isLetterSign = (sign: string): boolean =>
  sign < '\x80' ? (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') : /\p{L}/u.test(sign);

function compared(key: string): Compared {
  const plain = [...key].filter((sign) => !IGNORED.has(sign));
  const isSure = (at: number) => isLetterSign(plain[at]!) && ALIKE[plain[at]!] === undefined;
  const isLetter = plain.map((_, at) => isSure(at));
  // Look-alikes beside a letter are letters, others are digits.
  for (let at = 1; at < plain.length; at++) isLetter[at] ||= isLetter[at - 1]! && ALIKE[plain[at]!] !== undefined;
  for (let at = plain.length - 2; at >= 0; at--) isLetter[at] ||= isLetter[at + 1]! && ALIKE[plain[at]!] !== undefined;
  return { signs: plain.map((sign) => ALIKE[sign] ?? sign), isLetter };
}

interface Indexed extends Compared {
  value: string;
}
interface Entry {
  text: Indexed;
  /** Which letter is left out; -1 for none. */
  without: number;
}

/**
 * Finds texts that would equal a known one if punctuation, O and 0, l, I and 1, or one letter inserted, missing, replaced
 * or swapped with its neighbour were ignored; never a digit. The work grows with the known texts alone.
 */
export class SimilarTexts {
  private readonly entries = new Map<string, Entry[]>();
  private readonly found = new Map<string, { id: string; called: string } | null>();

  /** @param wanted the texts and their keys, which are in small letters and without accents */
  constructor(wanted: readonly { value: string; key: string }[]) {
    for (const [place, { value, key }] of wanted.entries()) {
      const text = { value, ...compared(key) };
      if (text.signs.length < 2 || text.signs.length > MAX_LENGTH) continue;
      this.add(text.signs.join(''), { text, without: -1 });
      if (place >= MAX_TEXTS_TO_VARY || text.signs.length < MIN_LENGTH) continue;
      for (const at of lettersOf(text)) this.add(without(text, at), { text, without: at });
    }
  }

  private add(key: string, entry: Entry): void {
    const entries = this.entries.get(key);
    if (entries) entries.push(entry);
    else this.entries.set(key, [entry]);
  }

  /** Compares a known text with all wanted ones. */
  offer(id: string, called: string, key: string): void {
    const known = compared(key);
    if (known.signs.length < 2 || known.signs.length > MAX_LENGTH + 1) return;
    this.compare(id, called, known, known.signs.join(''), -1);
    if (known.signs.length < MIN_LENGTH) return;
    for (const at of lettersOf(known)) this.compare(id, called, known, without(known, at), at);
  }

  private compare(id: string, called: string, known: Compared, key: string, at: number): void {
    for (const { text, without: other } of this.entries.get(key) ?? []) {
      if (!isSimilar(text, other, known, at)) continue;
      const former = this.found.get(text.value);
      if (former === undefined) this.found.set(text.value, { id, called });
      else if (former !== null && former.id !== id) this.found.set(text.value, null);
    }
  }

  /** Texts that resemble just one. */
  matches(): { value: string; called: string }[] {
    return [...this.found].flatMap(([value, found]) => (found === null ? [] : { value, called: found.called }));
  }
}

function lettersOf({ isLetter }: Compared): number[] {
  return [...isLetter.keys()].filter((at) => isLetter[at]);
}

const without = ({ signs }: Compared, at: number): string => signs.toSpliced(at, 1).join('');

/** Whether two texts that are equal without these letters are similar. */
function isSimilar(text: Compared, at: number, known: Compared, otherAt: number): boolean {
  if (at < 0 && otherAt < 0) return true;
  if (at < 0) return text.signs.length >= MIN_LENGTH;
  if (otherAt < 0) return text.signs.length > MIN_LENGTH;
  if (at === otherAt) return text.signs.length >= MIN_LENGTH_TO_REPLACE;
  // Swapped.
  return Math.abs(at - otherAt) === 1 && text.isLetter[otherAt] === true && known.isLetter[at] === true;
}
