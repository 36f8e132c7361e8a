/**
 * Returns the beginning of a text, with at most `length` UTF-16 code units. A cut within a character such as an emoji
 * would leave an unpaired surrogate, which the database cannot store. Such a character is left out as a whole.
 */
export function cutText(text: string, length: number): string {
  const beginning = text.slice(0, length);
  return text.length > length && isHighSurrogate(beginning.charCodeAt(length - 1)) ? beginning.slice(0, -1) : beginning;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
