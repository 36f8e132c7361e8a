import { memo } from 'react';
import { classes } from '../ui/class-names.js';
import type { DrawnBox } from './drawn-box.js';
import { fitText, wrapText } from './fit-text.js';
import { GAP } from './layout.js';
import { MATE, childOf, damOf } from './lineage.js';
import { textWidth } from './text-width.js';
import styles from './drawing.module.css';

interface LanesProps {
  /** The boxes by position. */
  drawn: ReadonlyMap<number, DrawnBox>;
  scale: number;
  marked: ReadonlySet<number>;
  /** Describes the mating of the mother at a position. */
  mating(mother: number): string | null;
  notKnown: string;
}

/**
 * The lines from each position to its parents, solid to the dam and dashed to the sire, and the boxes of unknown
 * parents.
 */
export const Lanes = memo(function Lanes({ drawn, scale, marked, mating, notKnown }: LanesProps) {
  return (
    <g aria-hidden="true">
      {[...drawn.values()].map((box) => {
        const { position, sire, known } = box;
        const from = drawn.get(position === MATE ? 1 : childOf(position));
        if (!from || position === 1) return null;
        const matingText = sire && (position === MATE ? mating(1) : mating(position - 1));
        return (
          <g key={position} className={classes(marked.has(position) && styles.marked, sire && styles.sire)}>
            <path
              className={classes(styles.lane, !known && styles.unknown)}
              d={position === MATE ? down(from, box) : across(from, box, scale, sire)}
            />
            {!known && <UnknownParent box={box} text={notKnown} />}
            {matingText && <MatingText box={box} text={matingText} indent={position === MATE ? 28 : 8} />}
          </g>
        );
      })}
    </g>
  );
});

/**
 * Returns the path from a position to a parent. The paths to both parents begin with the same line, which only the path
 * to the dam draws.
 */
function across(from: DrawnBox, to: DrawnBox, scale: number, sire: boolean): string {
  const middle = to.x - (GAP * scale) / 2;
  const start = from.detail === 'dot' ? from.x + 10 : from.x + from.width;
  return `M${sire ? middle : start} ${from.y}H${middle}V${to.y}H${to.x}`;
}

const down = (from: DrawnBox, to: DrawnBox): string =>
  `M${from.x + 20} ${from.y + from.height / 2}V${to.y - to.height / 2}`;

function UnknownParent({ box, text }: { box: DrawnBox; text: string }) {
  const { x, y, width, height, detail } = box;
  if (detail === 'dot') return <circle className={styles.blank} cx={x + 4} cy={y} r={3} />;
  const fits = fitText(text, width - 16, (part) => textWidth(part, 12.5));
  return (
    <>
      {detail !== 'line' && (
        <rect className={styles.blank} x={x} y={y - height / 2} width={width} height={height} rx={6} />
      )}
      <text className={styles.line} x={x + 8} y={y}>
        {fits}
      </text>
    </>
  );
}

const LINE = 15;

/** The mating that determines a sire, as text above his box, on as many lines as fit. */
function MatingText({ box, text, indent }: { box: DrawnBox; text: string; indent: number }) {
  const lines = wrapText(text, box.width - indent, Math.min(3, Math.floor((box.free - 4) / LINE)), (part) =>
    textWidth(part, 12.5),
  );
  const first = box.y - box.height / 2 - 14 - (lines.length - 1) * LINE;
  return lines.map((line, index) => (
    <text key={index} className={styles.mating} x={box.x + indent} y={first + index * LINE}>
      {line}
    </text>
  ));
}

/** For screen readers: the number of known parents of the same child, and the index of this parent among them. */
export function indexAmongParents(
  boxes: ReadonlyMap<number, DrawnBox>,
  position: number,
): { size: number; index: number } {
  if (position <= 1) {
    const size = boxes.has(MATE) ? 2 : 1;
    return { size, index: position === MATE ? 2 : 1 };
  }
  const dam = damOf(childOf(position));
  const known = [dam, dam + 1].filter((parent) => boxes.get(parent)?.known);
  return { size: known.length, index: known.indexOf(position) + 1 };
}
