import { ModelError } from './model-error.js';

/** Normalization of raw breeding values to mean 100 and standard deviation 10. */
export interface Normalization {
  /** First and last birth year of the reference queens. */
  readonly fromYear: number;
  readonly toYear: number;
  readonly queens: number;
  readonly mean: number;
  /** Sample standard deviation (n − 1). */
  readonly sd: number;
}

/**
 * Computes the mean and standard deviation of the raw values of queens of the last birth years.
 *
 * @param raw raw value of each queen; NaN for none
 * @param birthYear birth year of each queen; queens with NaN are not counted
 * @param baseYears number of birth years. Default: 5
 * @throws ModelError `no_information` if fewer than two queens of these birth years have values, or these values are
 *   equal
 */
export function normalizationOf(raw: Float64Array, birthYear: ArrayLike<number>, baseYears = 5): Normalization {
  const known = Array.from(raw, (_, q) => q).filter((q) => Number.isFinite(birthYear[q]) && Number.isFinite(raw[q]));
  const toYear = known.reduce((latest, q) => Math.max(latest, birthYear[q]), -Infinity);
  const fromYear = toYear - baseYears + 1;
  const base = known.filter((q) => birthYear[q] >= fromYear);
  if (base.length < 2) {
    throw new ModelError(
      'no_information',
      known.length === 0
        ? 'The normalized scale needs queens with a known birth year, but no queen has one. Enter birth dates; the year is enough.'
        : `The normalized scale needs at least two queens born from ${fromYear} to ${toYear}, but there is only one. Choose more base years, or enter more birth dates.`,
    );
  }
  const mean = base.reduce((sum, q) => sum + raw[q], 0) / base.length;
  const sd = Math.sqrt(base.reduce((sum, q) => sum + (raw[q] - mean) ** 2, 0) / (base.length - 1));
  const size = base.reduce((largest, q) => Math.max(largest, Math.abs(raw[q])), 0);
  if (!(sd > 1e-9 * size)) {
    const isAnyDifferent = raw.some((value) => Math.abs(value - mean) > 1e-9 * Math.max(size, Math.abs(value)));
    throw new ModelError(
      'no_information',
      `The breeding values of the ${base.length} queens born from ${fromYear} to ${toYear} are all equal${
        isAnyDifferent
          ? ', so the normalized scale has no unit. Choose more base years, or enter more birth dates.'
          : ': the records show no inherited differences.'
      }`,
    );
  }
  return { fromYear, toYear, queens: base.length, mean, sd };
}

/** Returns 100 + 10·(raw − mean)/sd. NaN stays NaN. */
export function normalize(raw: Float64Array, { mean, sd }: Pick<Normalization, 'mean' | 'sd'>): Float64Array {
  return raw.map((value) => 100 + (10 * (value - mean)) / sd);
}
