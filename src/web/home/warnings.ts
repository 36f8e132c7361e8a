import type { Key } from '../keys/queries.js';
import { inbreedingPoints, type TrendYear } from '../values/trends.js';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Returns the keys that expire within a week, except those that a rotation has replaced. */
export const expiringKeys = (keys: readonly Key[]) =>
  keys.filter(
    (key): key is Key & { expiresAt: string } =>
      key.status === 'enabled' &&
      key.revokedAt === null &&
      key.expiresAt !== null &&
      Date.parse(key.expiresAt) - Date.now() <= WEEK_MS,
  );

/** Number of contemporary groups with a warning for any trait. */
export const weakGroups = (warnings: readonly { year: number; apiaryId: string | null }[]): number =>
  new Set(warnings.map(({ year, apiaryId }) => `${year} ${apiaryId}`)).size;

/** Years with fewer queens are ignored, because they do not show a trend. */
const MIN_QUEENS = 5;
const YEARS_BEFORE = 3;
const MIN_RISE = 0.005;

/**
 * Compares the mean inbreeding of the last birth year with that of the three years before. Returns null unless the mean
 * rose by at least half a percentage point.
 */
export function risingInbreeding(years: readonly TrendYear[]): { year: number; now: number; before: number } | null {
  const points = inbreedingPoints(years)
    .flatMap(({ year, n, mean }) => (n >= MIN_QUEENS && mean !== null ? [{ year, n, mean }] : []))
    .sort((one, other) => one.year - other.year);
  const last = points.pop();
  const earlier = points.filter(({ year }) => last && year >= last.year - YEARS_BEFORE);
  if (!last || earlier.length === 0) return null;
  const queens = earlier.reduce((sum, { n }) => sum + n, 0);
  const before = earlier.reduce((sum, { n, mean }) => sum + n * mean, 0) / queens;
  return last.mean - before >= MIN_RISE ? { year: last.year, now: last.mean, before } : null;
}
