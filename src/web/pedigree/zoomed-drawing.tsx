import { Trans, useLingui } from '@lingui/react/macro';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/button.js';
import { fitted } from './columns.js';
import { Drawing, type Daughters } from './drawing.js';
import { knownTree } from './known-tree.js';
import { fixedSlots, SLOT } from './layout.js';
import type { Lineage } from './lineage.js';
import { arranged } from './name-columns.js';
import type { PedigreeKin } from './pedigree-data.js';
import type { ValueWords } from './pedigree-values.js';
import { useFontsLoaded, useWidth } from './use-size.js';
import { useZoom } from './use-zoom.js';
import styles from './pedigree.module.css';

interface ZoomedProps {
  lineage: Lineage<PedigreeKin>;
  label: string;
  daughters?: Daughters;
  value?: (id: string) => ValueWords;
  chosen: number | null;
  onOpen(position: number, page: boolean): void;
  /** An overlay on the drawing, such as the facts of the chosen queen. */
  children?: ReactNode;
}

/** The pedigree in a window in which the user can move and zoom it. */
export function ZoomedDrawing({ children, ...drawing }: ZoomedProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  return (
    <div ref={ref} className={styles.window}>
      {/* The key creates a new drawing for another number of generations, so that it does not start with the old zoom. */}
      {width > 0 && <Window key={drawing.lineage.depth} width={width} {...drawing} />}
      {children}
    </div>
  );
}

/** The height of the content above the drawing on most screens. */
const ABOVE = 250;
const LEAST_HEIGHT = 420;
const STEP = 1.25;
/** The width of the facts panel over a wide drawing. */
const PANEL = 368;
const BUTTONS = 60;

function Window({ width, lineage, ...drawing }: Omit<ZoomedProps, 'children'> & { width: number }) {
  const { t } = useLingui();
  const fonts = useFontsLoaded();
  const [fit, setFit] = useState({ width, fonts });
  const daughters = drawing.daughters?.name;
  const value = drawing.value !== undefined;
  const layout = useMemo(() => {
    const arrange = lineage.depth === 3 ? fixedSlots : knownTree;
    return arranged(lineage, fit.width, (columns) => arrange(lineage, columns), { daughters, value });
  }, [lineage, fit, daughters, value]);
  const first = useRef(window.innerHeight).current;
  const most = lineage.depth === 3 ? Infinity : Math.max(LEAST_HEIGHT, first - ABOVE);
  const k = fitted(layout.width, width);
  const usual = Math.min(most, layout.height * k + 16);
  // A low drawing gets more height, so that the zoom buttons are below the queen and her mate.
  const middle = usual > layout.height * k ? layout.height / 2 : layout.self;
  const height = Math.round(Math.max(usual, 2 * ((layout.lowest + SLOT / 2 - middle) * k + BUTTONS)));
  const { ref, view, moved, by, whole, reveal } = useZoom(
    layout,
    width,
    height,
    drawing.chosen !== null && width > 2 * PANEL ? PANEL : 0,
  );
  // The columns are not fitted again after the user has moved the drawing, because this would undo the move.
  if (!moved && (fit.width !== width || fit.fonts !== fonts)) setFit({ width, fonts });
  const keys: Record<string, () => void> = { '+': () => by(STEP), '-': () => by(1 / STEP), '0': whole };
  return (
    <>
      <div translate="no">
        <Drawing
          ref={ref}
          {...drawing}
          lineage={lineage}
          layout={layout}
          view={view}
          width={width}
          height={height}
          onFocus={reveal}
          onKey={({ key, ctrlKey, metaKey }) => {
            if (!ctrlKey && !metaKey) keys[key]?.();
          }}
        />
      </div>
      <div className={styles.zoom} role="group" aria-label={t`Zoom`}>
        <Button aria-label={t`Larger`} icon={<ZoomIn aria-hidden="true" />} onClick={() => by(STEP)} />
        <Button aria-label={t`Smaller`} icon={<ZoomOut aria-hidden="true" />} onClick={() => by(1 / STEP)} />
        <Button aria-label={t`Reset`} icon={<Maximize aria-hidden="true" />} onClick={whole} />
      </div>
    </>
  );
}

export function DrawingKeys() {
  return (
    <details className={styles.keys}>
      <summary>
        <Trans>Keyboard and symbols</Trans>
      </summary>
      <ul>
        <li>
          <Trans>
            A solid line leads up to the dam, a dashed line down to the sire. The sire is the dam (4a) of the
            drone-producing queens (1b).
          </Trans>
        </li>
        <li>
          <Trans>The same number in a ring means the same queen. The ring is filled if she is on both sides.</Trans>
        </li>
        <li>
          <Trans>
            <kbd>→</kbd>: to the dam, or to the sire if the dam is unknown; <kbd>←</kbd>: to the daughter; <kbd>↑</kbd>{' '}
            <kbd>↓</kbd>: within a generation; <kbd>Home</kbd>: back to the queen
          </Trans>
        </li>
        <li>
          <Trans>
            <kbd>Enter</kbd>: show her facts; <kbd>Shift</kbd> <kbd>Enter</kbd>: open her page; <kbd>R</kbd>: go to her
            next position
          </Trans>
        </li>
        <li>
          <Trans>
            Zoom: <kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd>, the wheel with <kbd>Ctrl</kbd>, or two fingers. Move: drag.
          </Trans>
        </li>
      </ul>
    </details>
  );
}
