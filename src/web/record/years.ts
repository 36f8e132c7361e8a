/** Returns the local date of today, such as `2026-05-01`. */
export function today(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/**
 * Returns the last 30 years for selection fields, with the present year first. Adds the year `selected` if it is not
 * among them.
 */
export function recentYears(selected?: number, now = new Date().getFullYear()): number[] {
  const years = Array.from({ length: 30 }, (_, back) => now - back);
  return selected === undefined || years.includes(selected) ? years : [...years, selected].sort((a, b) => b - a);
}
