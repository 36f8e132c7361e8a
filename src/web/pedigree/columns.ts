import { COLUMNS } from './layout.js';

/** Initial zoom by width; below it, text would be unreadable. */
const FIT = { least: 0.7, most: 1.3 };
export const MARGIN = 24;

/** The zoom that fits a drawing into a window of this width. */
export const fitted = (drawing: number, window: number): number =>
  Math.min(FIT.most, Math.max(FIT.least, (window - 2 * MARGIN) / drawing));

/** "not known" fits in this width; a longer name than fits in the other has two lines or is cut. */
const [NARROWEST, WIDEST] = [96, 260];

/**
 * Widths of columns before zooming. At this zoom, names that are longer than the usual column get the space that others
 * do not need, or that others save by a second line.
 * @param needs width on the screen of the longest name of each generation
 * @param least the same with names in two lines where rows are high enough
 */
export function fittedColumns(needs: readonly number[], least: readonly number[], zoom: number): number[] {
  const needed = needs.map((need) => Math.min(WIDEST, Math.max(NARROWEST, need)));
  const low = least.map((need, generation) => Math.min(needed[generation]!, Math.max(NARROWEST, need)));
  const usual = needs.map((_, generation) => COLUMNS[generation]! * zoom);
  const enough = usual.map((width, generation) => Math.max(width, needed[generation]!));
  // A drawing that does not fit the window is moved to be read: it can be wider.
  return (zoom <= FIT.least ? enough : within(sum(usual), enough, needed, low)).map((width) => width / zoom);
}

/** Widths with this sum: as near to the first as possible, but not below the second if possible, nor below the third. */
function within(whole: number, enough: readonly number[], needed: readonly number[], low: readonly number[]): number[] {
  if (whole >= sum(needed)) return between(enough, needed, whole);
  return whole >= sum(low) ? between(needed, low, whole) : lowered(low, whole);
}

/** Widths with this sum, in the same proportion between the higher and the lower ones. */
function between(high: readonly number[], low: readonly number[], whole: number): number[] {
  const share = (whole - sum(low)) / (sum(high) - sum(low) || 1);
  return high.map((width, index) => low[index]! + (width - low[index]!) * share);
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
