/** The value of a field without outer blanks; null if empty. */
export function entered(values: FormData, name: string): string | null {
  const value = values.get(name);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

/** A number with comma or point; other text is passed on unchanged, so that the server reports it. */
export function enteredNumber(values: FormData, name: string): number | null {
  const text = entered(values, name);
  if (text === null) return null;
  const number = Number(text.replace(',', '.'));
  // JSON has no infinity.
  return Number.isFinite(number) ? number : (text as unknown as number);
}

/** Values that differ from the initial ones. Only these are sent, so that changes by others are kept. */
export function changed<Input extends object>(began: Partial<Input>, now: Input): Partial<Input> {
  const members = Object.entries(now).filter(([member, value]) => value !== (began[member as keyof Input] ?? null));
  return Object.fromEntries(members) as Partial<Input>;
}

const pad = (part: string): string => part.padStart(2, '0');

/**
 * A date in any precision and common notation: `2023`, `7.2023`, `12.07.2023`, `12/7/2023`, `2023-07-12`.
 * @returns the date as the server writes it (`2023`, `2023-07`, `2023-07-12`); other text unchanged, for the server to
 *   report
 */
export function partialDate(text: string): string {
  const [, day, month = '', year] = /^(?:(\d{1,2})[./ ]+)?(\d{1,2})[./ ]+(\d{4})$/.exec(text.trim()) ?? [];
  if (year) return [year, pad(month), ...(day ? [pad(day)] : [])].join('-');
  return text.trim();
}

/**
 * The date that the server will store, so that the page never confirms a date that the server rejects. Returns the day
 * or year, `missing` if the day does not exist, or null for anything else, such as an incomplete date.
 */
export function understoodDate(text: string): { kept: string } | 'missing' | null {
  const date = partialDate(text);
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(date) ?? [];
  if (year === undefined || Number(year) < 1900 || Number(year) > new Date().getUTCFullYear() + 1) return null;
  if (month === undefined) return { kept: date };
  if (Number(month) < 1 || Number(month) > 12) return 'missing';
  if (day === undefined) return null;
  // `Date` turns 31 February into 3 March: a day exists if `Date` does not change it.
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date) ? { kept: date } : 'missing';
}
