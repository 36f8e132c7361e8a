/**
 * A run of combining marks that is longer than any language writes: the Stream-Safe Text Format (UAX #15, section 13)
 * ends at 30. The two halfwidth sound marks are letters that become marks.
 */
const LONG_RUN = /[\p{M}\uff9e\uff9f]{31}/u;

/**
 * The text in a normalization form. Marks are sorted by insertion, in time quadratic in the length of their run: a text
 * with a longer run than any language writes stays as it is.
 */
export function normalize(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return LONG_RUN.test(text) ? text : text.normalize(form);
}
