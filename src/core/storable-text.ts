/** The end of a message about a text that the database cannot store (see {@link isStorableText}). */
export const UNSTORABLE_TEXT = 'must not contain NUL or unpaired surrogates';

/** Whether the database can store a text. PostgreSQL stores neither NUL characters nor unpaired surrogates. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Replaces the characters that the database cannot store with U+FFFD. */
export const toStorableText = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

/**
 * Returns the beginning of a text, with at most `length` UTF-16 code units. A cut within a character such as an emoji
 * would leave an unpaired surrogate. Such a character is left out as a whole.
 */
export function cutText(text: string, length: number): string {
  const beginning = text.slice(0, length);
  return text.length > length && isHighSurrogate(beginning.charCodeAt(length - 1)) ? beginning.slice(0, -1) : beginning;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
