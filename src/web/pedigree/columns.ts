/** Initial zoom by width; below it, text would be unreadable. */
const FIT = { least: 0.7, most: 1.3 };
export const MARGIN = 24;

/** The zoom that fits a drawing into a window of this width. */
export const fitted = (drawing: number, window: number): number =>
  Math.min(FIT.most, Math.max(FIT.least, (window - 2 * MARGIN) / drawing));

/** "not known" fits in the first width; a name that does not fit in the second has two lines or is cut. */
const [NARROWEST, WIDEST] = [96, 260];

/** The column of a generation. */
export interface ColumnNeeds {
  /** Usual width before zooming. */
  usual: number;
  /** Width on the screen of the longest name. */
  need: number;
  /** Width on the screen with names in two lines, where rows are high enough for two lines. */
  least: number;
}

/**
 * Widths of columns before zooming. A name that is longer than the usual column gets space that other columns do not
 * need at this zoom, or that they save by a second line.
 */
export function fittedColumns(columns: readonly ColumnNeeds[], zoom: number): number[] {
  const fits = columns.map(({ usual, need, least }): Fit => {
    const needed = Math.min(WIDEST, Math.max(NARROWEST, need));
    const low = Math.min(needed, Math.max(NARROWEST, least));
    return { enough: Math.max(usual * zoom, needed), needed, low };
  });
  const whole = sum(columns.map(({ usual }) => usual * zoom));
  // Users have to move a drawing that does not fit the window anyway, so it can be wider.
  const widths = zoom <= FIT.least ? fits.map(({ enough }) => enough) : within(whole, fits);
  return widths.map((width) => width / zoom);
}

/** Widths of a column on the screen: with all free space, with the names in one line, and the minimum. */
type Fit = Record<'enough' | 'needed' | 'low', number>;

/** Widths with this sum: as near to `enough` as possible, but not below `needed` if possible, nor below `low`. */
function within(whole: number, fits: readonly Fit[]): number[] {
  if (whole >= sum(fits.map(({ needed }) => needed))) return between(fits, 'enough', 'needed', whole);
  const low = fits.map((fit) => fit.low);
  return whole >= sum(low) ? between(fits, 'needed', 'low', whole) : lowered(low, whole);
}

/** Widths with this sum, in the same proportion between the higher and the lower ones. */
function between(fits: readonly Fit[], high: keyof Fit, low: keyof Fit, whole: number): number[] {
  const [highest, lowest] = [sum(fits.map((fit) => fit[high])), sum(fits.map((fit) => fit[low]))];
  const share = (whole - lowest) / (highest - lowest || 1);
  return fits.map((fit) => fit[low] + (fit[high] - fit[low]) * share);
}

const sum = (widths: readonly number[]): number => widths.reduce((all, width) => all + width, 0);

/** Makes the widest columns narrower, all to the same width, so that all columns together have this width. */
function lowered(widths: readonly number[], whole: number): number[] {
  let [left, rest] = [whole, widths.length];
  for (const width of [...widths].sort((a, b) => a - b)) {
    if (width * rest > left) break;
    left -= width;
    rest -= 1;
  }
  return widths.map((width) => Math.min(width, left / rest));
}
