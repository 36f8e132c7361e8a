/** Combines several measurements of one case. */
export function combine(parts) {
  const sum = (member) => parts.reduce((total, part) => total + part[member], 0);
  return { times: parts.flatMap(({ times }) => times), seconds: sum('seconds'), processor: sum('processor') };
}

/**
 * Returns the statistics of a measurement.
 * @param times duration of each request, in milliseconds
 * @param seconds duration of the measurement
 * @param processor processor time of the server, in milliseconds
 */
export function spread({ times, seconds, processor }) {
  const sorted = Float64Array.from(times).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { rate: times.length / seconds, p50: at(0.5), p99: at(0.99), processor: processor / times.length };
}
