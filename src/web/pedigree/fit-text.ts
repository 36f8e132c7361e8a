/** Cuts a text to the available width, with an ellipsis. */
export function fitText(text: string, room: number, measure: (text: string) => number): string {
  if (measure(text) <= room) return text;
  const letters = [...text];
  const first = (count: number) => `${letters.slice(0, count).join('').trimEnd()}…`;
  let fits = 0;
  let cut = letters.length;
  while (cut - fits > 1) {
    const middle = (fits + cut) >> 1;
    if (measure(first(middle)) <= room) fits = middle;
    else cut = middle;
  }
  return fits === 0 ? '' : first(fits);
}

/** Joins parts in order, until the next part does not fit. Cuts the first part if needed. */
export function fitParts(parts: readonly string[], room: number, measure: (text: string) => number): string {
  for (let count = parts.length; count > 1; count--) {
    const joined = parts.slice(0, count).join(' · ');
    if (measure(joined) <= room) return joined;
  }
  return fitText(parts[0] ?? '', room, measure);
}

/**
 * Wraps a text to at most `most` lines: between words, and after hyphens in a word that is longer than a line. Cuts the
 * last line if needed.
 */
export function wrapText(text: string, room: number, most: number, measure: (text: string) => number): string[] {
  if (most < 1) return [];
  const lines: string[] = [];
  const add = (part: string, blank: string): void => {
    const last = lines.at(-1);
    const longer = last === undefined ? part : `${last}${blank}${part}`;
    if (last !== undefined && (measure(longer) <= room || lines.length === most)) lines[lines.length - 1] = longer;
    else lines.push(part);
  };
  for (const word of text.split(' ')) {
    const parts = measure(word) <= room ? [word] : word.split(/(?<=-)/);
    parts.forEach((part, index) => add(part, index === 0 ? ' ' : ''));
  }
  return lines.map((line) => fitText(line, room, measure));
}
