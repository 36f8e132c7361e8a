/** Limits of the initial zoom: a smaller zoom would make text unreadable. */
const FIT = { least: 0.7, most: 1.3 };
export const MARGIN = 24;

/** Returns the zoom that fits the width of a drawing into the width of a window. */
export const fitted = (drawing: number, window: number): number =>
  Math.min(FIT.most, Math.max(FIT.least, (window - 2 * MARGIN) / drawing));

/** Limits of the width of a column. "not known" fits in `NARROWEST`. A name wider than `WIDEST` is wrapped or cut. */
const [NARROWEST, WIDEST] = [96, 260];

/** The widths that the column of a generation needs, in pixels. */
export interface ColumnNeeds {
  /** The usual width before zooming. */
  usual: number;
  /** The width of the longest name, after zooming. */
  need: number;
  /** Like `need`, but with names on two lines in rows that are high enough. */
  least: number;
}

/**
 * Returns the widths of columns before zooming. If a name is wider than its column, the column gets unused space of
 * other columns. If the unused space is not enough, names are wrapped to save space.
 */
export function fittedColumns(columns: readonly ColumnNeeds[], zoom: number): number[] {
  const fits = columns.map(({ usual, need, least }): Fit => {
    const needed = Math.min(WIDEST, Math.max(NARROWEST, need));
    const low = Math.min(needed, Math.max(NARROWEST, least));
    return { enough: Math.max(usual * zoom, needed), needed, low };
  });
  const whole = sum(columns.map(({ usual }) => usual * zoom));
  // If a drawing does not fit the window, users must move the drawing anyway, so its columns can be as wide as needed.
  const widths = zoom <= FIT.least ? fits.map(({ enough }) => enough) : fitWidths(whole, fits);
  return widths.map((width) => width / zoom);
}

/**
 * Possible widths of a column on the screen. With `low`, names are wrapped. With `needed`, each name fits on one line.
 * `enough` is at least the usual width.
 */
type Fit = Record<'enough' | 'needed' | 'low', number>;

/**
 * Returns widths with the sum `whole`: between `needed` and `enough` if possible, otherwise between `low` and `needed`,
 * otherwise `low` with the widest columns reduced.
 */
function fitWidths(whole: number, fits: readonly Fit[]): number[] {
  if (whole >= sum(fits.map(({ needed }) => needed))) return interpolate(fits, 'enough', 'needed', whole);
  const low = fits.map((fit) => fit.low);
  return whole >= sum(low) ? interpolate(fits, 'needed', 'low', whole) : reduceWidest(low, whole);
}

/** Interpolates all widths from `low` to `high` by the same fraction, so that the sum is `whole`. */
function interpolate(fits: readonly Fit[], high: keyof Fit, low: keyof Fit, whole: number): number[] {
  const [highest, lowest] = [sum(fits.map((fit) => fit[high])), sum(fits.map((fit) => fit[low]))];
  const share = (whole - lowest) / (highest - lowest || 1);
  return fits.map((fit) => fit[low] + (fit[high] - fit[low]) * share);
}

const sum = (widths: readonly number[]): number => widths.reduce((all, width) => all + width, 0);

/** Reduces the widest columns to a common width, so that the sum is `whole`. */
function reduceWidest(widths: readonly number[], whole: number): number[] {
  let [left, rest] = [whole, widths.length];
  for (const width of [...widths].sort((a, b) => a - b)) {
    if (width * rest > left) break;
    left -= width;
    rest -= 1;
  }
  return widths.map((width) => Math.min(width, left / rest));
}
