import { memo, type ReactNode } from 'react';
import { classes } from '../ui/class-names.js';
import { Dot } from '../ui/dot.js';
import type { DrawnBox } from './drawn-box.js';
import { fitParts, fitText } from './fit-text.js';
import type { Repeat } from './repeats.js';
import { textWidth } from './text-width.js';
import styles from './drawing.module.css';

export interface PlaceText {
  label: string;
  name: string;
  facts: readonly string[];
  /** The chosen value, if any. */
  value: string | null;
  aloud: string;
  born: string | null;
  /** Position 1 is the title of the sheet, not a queen. */
  dotless?: boolean;
}

interface PlaceProps {
  position: number;
  box: DrawnBox;
  text: PlaceText;
  sire: boolean;
  repeat: Repeat | undefined;
  level: number;
  size: number;
  index: number;
  tabbable: boolean;
  /** On the path from the focused queen to position 1, or another position of her. */
  marked: boolean;
  /** Changes when the fonts have loaded, so that text is measured again. */
  fonts: boolean;
}

const BADGE = 20;
const LINE = 16;
const PADDING = 8;

/** A position of the drawing. */
export const Place = memo(function Place({ position, box, text, sire, repeat, tabbable, marked, ...tree }: PlaceProps) {
  return (
    <g
      role="treeitem"
      aria-level={tree.level}
      aria-setsize={tree.size}
      aria-posinset={tree.index}
      tabIndex={tabbable ? 0 : -1}
      data-position={position}
      className={classes(styles.place, marked && styles.marked, sire && styles.sire)}
      transform={`translate(${box.x} ${box.y})`}
    >
      <title>{text.aloud}</title>
      <PlaceShape {...{ box, text, repeat }} edge={position > 1} />
    </g>
  );
});

interface ShapeProps {
  box: DrawnBox;
  text: PlaceText;
  repeat: Repeat | undefined;
  /** Whether the edge of the line shows its kind. */
  edge: boolean;
}

/** The appearance of a position, with left edge and middle at the origin. */
export function PlaceShape({ box, text, repeat, edge }: ShapeProps) {
  const { width, height, detail } = box;
  const top = -height / 2;
  return (
    <>
      {detail === 'dot' ? (
        <>
          <rect className={styles.target} y={top} width={width} height={height} />
          {repeat && <circle className={styles.again} cx={4} r={6} />}
          <Shifted x={0} y={-4}>
            <Dot born={text.born} size={8} />
          </Shifted>
        </>
      ) : (
        <>
          <rect className={styles.box} y={top} width={width} height={height} rx={6} />
          {edge && <path className={styles.edge} d={`M1.5 ${top + 3}V${-top - 3}`} />}
          <Lines box={box} text={text} badge={repeat ? BADGE : 0} />
          {repeat && <Badge repeat={repeat} x={width - BADGE / 2 - 3} size={Math.min(BADGE, height)} />}
        </>
      )}
    </>
  );
}

function Shifted({ x, y, children }: { x: number; y: number; children: ReactNode }) {
  return <g transform={`translate(${x} ${y})`}>{children}</g>;
}

/** A repeated ancestor: a ring with her number, filled if she is on both sides. */
function Badge({ repeat, x, size }: { repeat: Repeat; x: number; size: number }) {
  return (
    <g className={classes(styles.badge, repeat.common && styles.common)} transform={`translate(${x} 0)`}>
      <circle r={size / 2 - 2} />
      <text>{repeat.number}</text>
    </g>
  );
}

function Lines({ box, text, badge }: { box: DrawnBox; text: PlaceText; badge: number }) {
  const { width, height, detail } = box;
  const big = detail === 'full' || detail === 'two';
  const dot = text.dotless ? 0 : Math.min(18, height - 2);
  const left = PADDING + (dot ? dot + 6 : 0);
  const room = width - left - PADDING - badge;
  const tight = width < 160;
  const nameSize = big && !tight ? 15 : 13;
  const under = tight ? PADDING : left;
  const name = fitText(text.name, room, (part) => textWidth(part, nameSize, 600));
  const small = (line: readonly string[], at: number) =>
    fitParts(line, width - at - PADDING - badge, (part) => textWidth(part, 12.5));
  const value = text.value === null ? null : [text.value];
  const lines = detail === 'full' ? [text.facts, value] : big ? [value ?? text.facts] : [];
  const more = lines.filter((line) => line !== null);
  const labelled = detail === 'full' && height >= (more.length + 1) * LINE + 14;
  const first = 1 - (more.length * LINE) / 2;
  return (
    <>
      {dot > 0 && (
        <Shifted x={PADDING} y={first - dot / 2}>
          <Dot born={text.born} size={dot} />
        </Shifted>
      )}
      <text className={styles.name} data-small={nameSize === 13 || undefined} x={left} y={first}>
        {name}
      </text>
      {more.map((line, index) => (
        <text key={index} className={styles.line} x={under} y={first + 1 + (index + 1) * LINE}>
          {small(line, under)}
        </text>
      ))}
      {labelled && (
        <text className={styles.label} x={PADDING} y={-height / 2}>
          {fitText(text.label, width - 2 * PADDING, (part) => textWidth(part, 12))}
        </text>
      )}
    </>
  );
}
