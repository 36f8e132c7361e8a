/** Matches one token of a format code: a placeholder of a digit, or literal text. */
const FORMAT_TOKEN = /"([^"]*)"|\\(.)|_.|\*.|\[[^[\]]*\]|([0#?])|([-/() .:])|(.)/g;
const MAX_LENGTH = 100;

/**
 * Formats a whole number with a code of digit placeholders and literal text: the code `000` shows 7 as `007`, the code
 * `"DE-"00` shows 7 as `DE-07`. Returns null for any other code or number.
 */
export function shownByFormat(number: number, code: string): string | null {
  if (!Number.isSafeInteger(number) || number < 0 || code.length > MAX_LENGTH) return null;
  const tokens: (string | { zero: boolean })[] = [];
  const [section = ''] = code.split(';');
  for (const [, quoted, escaped, place, plain, other] of section.matchAll(FORMAT_TOKEN)) {
    if (other !== undefined || plain === '.') return null;
    if (place !== undefined) tokens.push({ zero: place === '0' });
    else tokens.push(quoted ?? escaped ?? plain ?? '');
  }
  const first = tokens.findIndex((token) => typeof token !== 'string');
  if (first < 0 || !tokens.some((token) => typeof token !== 'string' && token.zero)) return null;
  const digits = [...(number === 0 ? '' : String(number))];
  let shown = '';
  for (const [at, token] of [...tokens.entries()].reverse()) {
    if (typeof token === 'string') shown = token + shown;
    else shown = (digits.pop() ?? (token.zero ? '0' : '')) + shown;
    // Remaining digits go before the first placeholder.
    if (at === first) shown = digits.splice(0).join('') + shown;
  }
  return shown;
}
