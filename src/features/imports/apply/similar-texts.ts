import { PUNCTUATION } from '../../../validation/punctuation.js';

/**
 * Maximum number of wanted texts for which the comparison finds every kind of difference in one letter. Each letter of
 * these texts needs an entry in the index. For all later wanted texts, the comparison finds only a letter that the
 * wanted text lacks, and differences in punctuation and in look-alike characters (O and 0; l, I and 1).
 */
const MAX_TEXTS_TO_VARY = 5000;
/** In shorter texts, a difference in a letter is not accepted, because such texts resemble too many others. */
const MIN_LENGTH = 3;
const MIN_LENGTH_TO_REPLACE = 5;
const MAX_LENGTH = 60;

const IGNORED: ReadonlySet<string> = new Set(PUNCTUATION);
const LOOKALIKES: Readonly<Record<string, string>> = { o: '0', l: '1', i: '1' };

/**
 * A text without punctuation, in which digits replace the letters that look like them. `isLetter` marks the letters.
 */
interface ComparableText {
  characters: string[];
  isLetter: boolean[];
}

/** Avoids the slower Unicode pattern for ASCII characters, which are the most frequent. */
const isLetterCharacter = (character: string): boolean =>
  character < '\x80'
    ? (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')
    : /\p{L}/u.test(character);

function comparableText(key: string): ComparableText {
  const plain = [...key].filter((character) => !IGNORED.has(character));
  const isLookalike = plain.map((character) => LOOKALIKES[character] !== undefined);
  const isLetter = plain.map((character, at) => isLetterCharacter(character) && !isLookalike[at]);
  // The characters o, l and i are letters if they are next to a letter. Otherwise, they count as digits.
  for (let at = 1; at < plain.length; at++) if (isLookalike[at] && isLetter[at - 1]) isLetter[at] = true;
  for (let at = plain.length - 2; at >= 0; at--) if (isLookalike[at] && isLetter[at + 1]) isLetter[at] = true;
  return { characters: plain.map((character) => LOOKALIKES[character] ?? character), isLetter };
}

interface Indexed extends ComparableText {
  value: string;
}
interface Entry {
  text: Indexed;
  /** Position of the omitted letter; -1 if no letter is omitted. */
  omitted: number;
}

/**
 * Finds wanted texts (references that match no queen) that are almost equal to a known text (the name or identifier of
 * a queen). The comparison ignores differences in punctuation, in look-alike characters (O and 0; l, I and 1), and in
 * one letter that is inserted, missing, replaced or swapped with its neighbour. Digits must match. Memory grows only
 * with the number of wanted texts.
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

  /** Compares a known text with all wanted texts. */
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

  /** Returns the wanted texts that resemble the texts of exactly one queen. */
  matches(): { value: string; called: string }[] {
    return [...this.found].flatMap(([value, found]) => (found === null ? [] : { value, called: found.called }));
  }
}

function letterPositions({ isLetter }: ComparableText): number[] {
  return [...isLetter.keys()].filter((at) => isLetter[at]);
}

const omit = ({ characters }: ComparableText, at: number): string => characters.toSpliced(at, 1).join('');

/**
 * Returns whether two texts are similar. The caller has checked that the texts are equal without the letters at these
 * positions. A position of -1 means that no letter is left out.
 */
function areSimilar(text: ComparableText, at: number, known: ComparableText, otherAt: number): boolean {
  if (at < 0 && otherAt < 0) return true;
  if (at < 0) return text.characters.length >= MIN_LENGTH;
  if (otherAt < 0) return text.characters.length > MIN_LENGTH;
  if (at === otherAt) return text.characters.length >= MIN_LENGTH_TO_REPLACE;
  // The texts differ in two swapped letters.
  return Math.abs(at - otherAt) === 1 && text.isLetter[otherAt] === true && known.isLetter[at] === true;
}
