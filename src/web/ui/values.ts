/** What was entered in a field of a form, without blanks around it; null where it is empty. */
export function entered(values: FormData, name: string): string | null {
  const value = values.get(name);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

/** A number as breeders write it, with a comma or a point; what is none is passed on as it is, for the server to say so. */
export function enteredNumber(values: FormData, name: string): number | null {
  const text = entered(values, name);
  if (text === null) return null;
  const number = Number(text.replace(',', '.'));
  // JSON has no infinity: it would be lost on the way.
  return Number.isFinite(number) ? number : (text as unknown as number);
}

/** What is entered otherwise than the form began with; only that is sent, so that what others write meanwhile stays. */
export function changed<Input extends object>(began: Partial<Input>, now: Input): Partial<Input> {
  const members = Object.entries(now).filter(([member, value]) => value !== (began[member as keyof Input] ?? null));
  return Object.fromEntries(members) as Partial<Input>;
}

const pad = (part: string): string => part.padStart(2, '0');

/**
 * A day as far as it is known, as people write it: `2023`, `7.2023`, `12.07.2023`, `12/7/2023`, `2023-07-12`.
 * @returns it as the server writes it (`2023`, `2023-07`, `2023-07-12`); what is no such day as it was, for the server to judge
 */
export function partialDate(text: string): string {
  const [, day, month, year] = /^(?:(\d{1,2})[./ ]+)?(\d{1,2})[./ ]+(\d{4})$/.exec(text.trim()) ?? [];
  if (year) return [year, pad(month!), ...(day ? [pad(day)] : [])].join('-');
  return text.trim();
}

/**
 * What the server will make of a day that was entered, so that nothing is confirmed which it refuses: the day or the year
 * that it keeps, `missing` where the calendar has no such day, null for everything else, such as a day half written.
 */
export function understoodDate(text: string): { kept: string } | 'missing' | null {
  const date = partialDate(text);
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(date) ?? [];
  if (year === undefined || Number(year) < 1900 || Number(year) > new Date().getUTCFullYear() + 1) return null;
  if (month === undefined) return { kept: date };
  if (Number(month) < 1 || Number(month) > 12) return 'missing';
  if (day === undefined) return null;
  // The platform takes the 31st of February for the 3rd of March: only a day that it leaves as it is exists.
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date) ? { kept: date } : 'missing';
}
