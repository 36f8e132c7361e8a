/** The years that one records or looks for: this one first, back to when testing began to be written down, and any given. */
export function recentYears(given?: number, now = new Date().getFullYear()): number[] {
  const years = Array.from({ length: 30 }, (_, back) => now - back);
  return given === undefined || years.includes(given) ? years : [...years, given].sort((a, b) => b - a);
}
