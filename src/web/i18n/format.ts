import { useLingui } from '@lingui/react';
import { useMemo } from 'react';

export interface Format {
  /** A number with this number of decimals, in the format of the language. */
  number(value: number, decimals?: number): string;
  /** A difference with its sign: +1.5 or −1.5. */
  signed(value: number, decimals?: number): string;
  /** A fraction as a percentage: 0.0625 is "6.3 %" with one decimal. */
  percent(fraction: number, decimals?: number): string;
  /** A date with the precision of the argument: `2023`, `2023-07` or `2023-07-12`. */
  date(partial: string): string;
  /** A date and time, without seconds. */
  instant(iso: string): string;
  /** A time relative to now: "3 hours ago", "in 6 days". */
  relative(iso: string, now?: number): string;
  /** A list: "Honey, Vigour, Wintering". */
  list(words: readonly string[]): string;
  bytes(count: number): string;
}

const SPANS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

export function formatFor(locale: string): Format {
  const numbers = (decimals: number, style: 'decimal' | 'percent') =>
    new Intl.NumberFormat(locale, { style, minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  // Created once, because a long list formats thousands of dates.
  const months = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' });
  const days = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });
  return {
    number: (value, decimals = 0) => numbers(decimals, 'decimal').format(value),
    signed: (value, decimals = 0) =>
      new Intl.NumberFormat(locale, {
        signDisplay: 'exceptZero',
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }).format(value),
    percent: (fraction, decimals = 0) => numbers(decimals, 'percent').format(fraction),
    date(partial) {
      const [year = NaN, month, day] = partial.split('-').map(Number);
      if (!month) return String(year);
      return (day ? days : months).format(Date.UTC(year, month - 1, day || 1));
    },
    instant: (iso) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso)),
    relative(iso, now = Date.now()) {
      const seconds = (Date.parse(iso) - now) / 1000;
      const [unit, length] = SPANS.find(([, span]) => Math.abs(seconds) >= span) ?? (['second', 1] as const);
      return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(seconds / length), unit);
    },
    // `Intl.ListFormat` would put "and" before the last word, which does not fit a list of names.
    list: (words) => words.join(', '),
    bytes(count) {
      const [unit, size] =
        count < 1e6
          ? (['kilobyte', 1e3] as const)
          : count < 1e9
            ? (['megabyte', 1e6] as const)
            : (['gigabyte', 1e9] as const);
      return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(count / size);
    },
  };
}

/** Formats of numbers, dates and durations in the language of the page. */
export function useFormat(): Format {
  const { i18n } = useLingui();
  return useMemo(() => formatFor(i18n.locale), [i18n.locale]);
}
