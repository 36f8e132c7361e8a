/**
 * Matches a longer run of combining marks than any language uses: the Stream-Safe Text Format (UAX #15, section 13)
 * allows 30. The two halfwidth sound marks are letters that normalization converts to marks.
 */
const LONG_RUN = /[\p{M}\uff9e\uff9f]{31}/u;

/**
 * The text in a normalization form. A text with a longer run of marks than any language uses is not normalized, because
 * sorting the marks of a run takes quadratic time.
 */
export function normalize(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return LONG_RUN.test(text) ? text : text.normalize(form);
}
