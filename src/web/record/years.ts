/** Today in the local calendar, as `2026-05-01`. */
export function today(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/**
 * Years offered for recording and filters: from the present one back to the beginning of testing, and any given one.
 */
export function recentYears(given?: number, now = new Date().getFullYear()): number[] {
  const years = Array.from({ length: 30 }, (_, back) => now - back);
  return given === undefined || years.includes(given) ? years : [...years, given].sort((a, b) => b - a);
}
