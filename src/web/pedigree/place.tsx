import { memo, type ReactNode } from 'react';
import { classes } from '../ui/class-names.js';
import { Dot } from '../ui/dot.js';
import type { DrawnBox } from './drawn-box.js';
import { fitText } from './fit-text.js';
import { BADGE, badgeOf, LINE, PADDING, placeLines, type PlaceText } from './place-lines.js';
import type { Repeat } from './repeats.js';
import { textWidth } from './text-width.js';
import styles from './drawing.module.css';

interface PlaceProps {
  box: DrawnBox;
  text: PlaceText;
  repeat: Repeat | undefined;
  level: number;
  size: number;
  index: number;
  tabbable: boolean;
  /** Whether the position is on a path from a position of the focused or chosen queen to position 1. */
  marked: boolean;
  /** Changes when the fonts have loaded, so that text is measured again. */
  fonts: boolean;
}

/** A box of the drawing as an item of the tree. */
export const Place = memo(function Place({ box, text, repeat, tabbable, marked, ...tree }: PlaceProps) {
  const { position, sire } = box;
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
  /** Whether the edge of the box shows the kind of the line: dam or sire. */
  edge: boolean;
}

/** The shapes of a box. The origin is at the middle of its left edge. */
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
          <Lines box={box} text={text} badge={badgeOf(repeat)} />
          {repeat && <Badge repeat={repeat} x={width - BADGE / 2 - 3} size={Math.min(BADGE, height)} />}
        </>
      )}
    </>
  );
}

function Shifted({ x, y, children }: { x: number; y: number; children: ReactNode }) {
  return <g transform={`translate(${x} ${y})`}>{children}</g>;
}

/** The badge of a repeated ancestor: a ring with her number, filled if she is on both sides of the pedigree. */
function Badge({ repeat, x, size }: { repeat: Repeat; x: number; size: number }) {
  return (
    <g className={classes(styles.badge, repeat.common && styles.common)} transform={`translate(${x} 0)`}>
      <circle r={size / 2 - 2} />
      <text>{repeat.number}</text>
    </g>
  );
}

function Lines({ box, text, badge }: { box: DrawnBox; text: PlaceText; badge: number }) {
  const { width, height } = box;
  const { dot, left, under, small, name, more, labelled } = placeLines(box, text, badge);
  const first = 1 - ((name.length + more.length - 1) * LINE) / 2;
  return (
    <>
      {dot > 0 && (
        <Shifted x={PADDING} y={first - dot / 2}>
          <Dot born={text.born} size={dot} />
        </Shifted>
      )}
      <text className={styles.name} data-small={small || undefined}>
        {name.map((line, index) => (
          <tspan key={index} x={left} y={first + index * LINE}>
            {line}
          </tspan>
        ))}
      </text>
      {more.map((line, index) => (
        <text key={index} className={styles.line} x={under} y={first + 1 + (name.length + index) * LINE}>
          {line}
        </text>
      ))}
      {labelled && (
        <text className={styles.label} x={PADDING} y={-height / 2}>
          {fitText(text.label, width - PADDING, (part) => textWidth(part, 12))}
        </text>
      )}
    </>
  );
}
