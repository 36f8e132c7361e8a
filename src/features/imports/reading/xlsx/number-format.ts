/** One sign of a format: a placeholder of a digit, or literal text. */
const FORMAT_SIGN = /"([^"]*)"|\\(.)|_.|\*.|\[[^[\]]*\]|([0#?])|([-/() .:])|(.)/g;
const MAX_LENGTH = 100;

/**
 * Formats a whole number by a code of digit placeholders and literal text only: 7 is `007` by `000`, and `DE-07` by
 * `"DE-"00`. Null for any other code or number.
 */
export function shownByFormat(number: number, code: string): string | null {
  if (!Number.isSafeInteger(number) || number < 0 || code.length > MAX_LENGTH) return null;
  const signs: (string | { zero: boolean })[] = [];
  const [section = ''] = code.split(';');
  for (const [, quoted, escaped, place, plain, other] of section.matchAll(FORMAT_SIGN)) {
    if (other !== undefined || plain === '.') return null;
    if (place !== undefined) signs.push({ zero: place === '0' });
    else signs.push(quoted ?? escaped ?? plain ?? '');
  }
  const first = signs.findIndex((sign) => typeof sign !== 'string');
  if (first < 0 || !signs.some((sign) => typeof sign !== 'string' && sign.zero)) return null;
  const digits = [...(number === 0 ? '' : String(number))];
  let shown = '';
  for (const [at, sign] of [...signs.entries()].reverse()) {
    if (typeof sign === 'string') shown = sign + shown;
    else shown = (digits.pop() ?? (sign.zero ? '0' : '')) + shown;
    // Remaining digits go before the first placeholder.
    if (at === first) shown = digits.splice(0).join('') + shown;
  }
  return shown;
}
