/** Today in the local calendar, as `2026-05-01`. */
export function today(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The years that one records or looks for: this one first, back to when testing began to be written down, and any given. */
export function recentYears(given?: number, now = new Date().getFullYear()): number[] {
  const years = Array.from({ length: 30 }, (_, back) => now - back);
  return given === undefined || years.includes(given) ? years : [...years, given].sort((a, b) => b - a);
}
