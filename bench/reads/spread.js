/** What many times in milliseconds come to, over so many seconds. */
export function spread(times, seconds) {
  const sorted = Float64Array.from(times).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { rate: times.length / seconds, p50: at(0.5), p99: at(0.99) };
}
