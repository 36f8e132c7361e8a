/** Returns the trimmed value of a field; null if empty. */
export function entered(values: FormData, name: string): string | null {
  const value = values.get(name);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

/** Reads a number with comma or point. Returns other text unchanged, so that the server reports it. */
export function enteredNumber(values: FormData, name: string): number | null {
  const text = entered(values, name);
  if (text === null) return null;
  const number = Number(text.replace(',', '.'));
  // JSON cannot represent infinity.
  return Number.isFinite(number) ? number : (text as unknown as number);
}

/**
 * Returns the values that differ from the initial values. Only changed values are sent, so that changes of other users
 * are not overwritten.
 */
export function changed<Input extends object>(initial: Partial<Input>, now: Input): Partial<Input> {
  const members = Object.entries(now).filter(([member, value]) => value !== (initial[member as keyof Input] ?? null));
  return Object.fromEntries(members) as Partial<Input>;
}

const pad = (part: string): string => part.padStart(2, '0');

/**
 * Reads a date of any precision in common notations: `2023`, `7.2023`, `12.07.2023`, `12/7/2023`, `2023-07-12`.
 * @returns the date in the format of the server (`2023`, `2023-07`, `2023-07-12`); other text unchanged, so that the
 * server reports it
 */
export function partialDate(text: string): string {
  const [, day, month = '', year] = /^(?:(\d{1,2})[./ ]+)?(\d{1,2})[./ ]+(\d{4})$/.exec(text.trim()) ?? [];
  if (year) return [year, pad(month), ...(day ? [pad(day)] : [])].join('-');
  return text.trim();
}

/**
 * Returns the date that the server will store, `missing` if the day does not exist, or null for other text, such as an
 * incomplete date. The page must not confirm a date that the server rejects.
 */
export function understoodDate(text: string): { date: string } | 'missing' | null {
  const date = partialDate(text);
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(date) ?? [];
  if (year === undefined || Number(year) < 1900 || Number(year) > new Date().getUTCFullYear() + 1) return null;
  if (month === undefined) return { date: date };
  if (Number(month) < 1 || Number(month) > 12) return 'missing';
  if (day === undefined) return null;
  // `Date` converts 31 February to 3 March. A day exists if `Date` does not change it.
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date) ? { date: date } : 'missing';
}
