import { fitParts, fitText, wrapText } from './fit-text.js';
import type { DrawnBox } from './drawn-box.js';
import type { Repeat } from './repeats.js';
import { textWidth } from './text-width.js';

export interface PlaceText {
  label: string;
  name: string;
  facts: readonly string[];
  value: string | null;
  aloud: string;
  born: string | null;
  /** True for the title at position 1 in the pedigree of the daughters, which is not a queen. */
  dotless?: boolean;
}

export type Named = Pick<PlaceText, 'name' | 'dotless'>;

export const BADGE = 20;
/** Returns the width of the number at an ancestor with several positions. */
export const badgeOf = (repeat: Repeat | null | undefined): number => (repeat ? BADGE : 0);
export const LINE = 16;
export const PADDING = 8;
const [DOT, BESIDE_DOT] = [18, 6];
/** Font sizes of a name. The small font is used where the large font does not fit. */
const [LARGE, SMALL] = [15, 13];
const MIN_WIDTH_FOR_LARGE = 160;
const MAX_NAME_LINES = 2;

const beside = (dot: number, badge: number): number => 2 * PADDING + (dot && dot + BESIDE_DOT) + badge;
/** In a low box, the dot and the number are smaller, to leave more space for the name. */
const dotIn = (named: Named, height: number): number => (named.dotless ? 0 : Math.min(DOT, height - 2));
const badgeIn = (badge: number, height: number): number => Math.min(badge, height + 1);
const smallWidth = (text: string): number => Math.ceil(textWidth(text, SMALL, 600)) + 1;

/** Returns the width at which the whole name fits on one line, in a box of this height. */
export const widthFor = (named: Named, height: number, badge: number): number =>
  beside(dotIn(named, height), badgeIn(badge, height)) + smallWidth(named.name);

/** Returns the width at which the name fits on two lines. */
export function leastWidthFor(named: Named, badge: number): number {
  const words = named.name.split(' ');
  const widths = words.map((_, index) =>
    Math.max(...[words.slice(0, index), words.slice(index)].map((line) => smallWidth(line.join(' ')))),
  );
  return beside(named.dotless ? 0 : DOT, badge) + Math.min(...widths);
}

/** Wraps the name of a large box to as few lines as possible, at most `most`. Cuts the last line if needed. */
function nameIn(name: string, width: number, room: number, most: number) {
  const widthAt = (size: number) => (part: string) => textWidth(part, size, 600);
  const size = width >= MIN_WIDTH_FOR_LARGE && widthAt(LARGE)(name) <= room ? LARGE : SMALL;
  return { size, lines: wrapText(name, room, most, widthAt(size)) };
}

/** Returns the number of lines that the name needs in a box of this width. */
export function nameLines(named: Named, width: number, badge: number): number {
  return nameIn(named.name, width, width - beside(dotIn(named, Infinity), badge), MAX_NAME_LINES).lines.length;
}

/** Returns the lines of a box. A long name has two lines if there is space. A low box then omits the facts. */
export function placeLines({ width, height, detail }: DrawnBox, text: PlaceText, badge: number) {
  const { facts, value } = text;
  const big = detail !== 'line';
  const capacity = { full: Math.floor((height - 2) / LINE), two: 2, line: 1, dot: 0 }[detail];
  const values = value === null || !big ? [] : [[value]];
  const dot = dotIn(text, height);
  const room = width - beside(dot, badgeIn(badge, height));
  const left = PADDING + (dot && dot + BESIDE_DOT);
  const { size, lines: name } = big
    ? nameIn(text.name, width, room, Math.min(MAX_NAME_LINES, capacity - values.length))
    : { size: SMALL, lines: [fitText(text.name, room, (part) => textWidth(part, SMALL, 600))] };
  const free = capacity - name.length - values.length;
  const under = width < MIN_WIDTH_FOR_LARGE ? PADDING : left;
  const more = [...(free > 0 && facts.length > 0 ? [facts] : []), ...values].map((parts) =>
    fitParts(parts, width - under - PADDING - badge, (part) => textWidth(part, 12.5)),
  );
  const count = name.length + more.length;
  return {
    dot,
    left,
    under,
    small: size === SMALL,
    name,
    more,
    labelled: detail === 'full' && height >= count * LINE + 14,
  };
}
