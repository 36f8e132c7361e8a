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
  return Number.isNaN(number) ? (text as unknown as number) : number;
}

const pad = (part: string): string => part.padStart(2, '0');

/**
 * A day as far as it is known, as people write it: `2023`, `7.2023`, `12.07.2023`, `12/7/2023`, `2023-07-12`.
 * @returns it as the server takes it (`2023`, `2023-07`, `2023-07-12`); what is no such day as it was, for the server to judge
 */
export function partialDate(text: string): string {
  const [, day, month, year] = /^(?:(\d{1,2})[./ ]+)?(\d{1,2})[./ ]+(\d{4})$/.exec(text.trim()) ?? [];
  if (year) return [year, pad(month!), ...(day ? [pad(day)] : [])].join('-');
  return text.trim();
}
