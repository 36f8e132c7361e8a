import { Plural } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { classes } from '../ui/class-names.js';
import { Dot } from '../ui/dot.js';
import { NotKnown } from '../ui/states.js';
import type { Daughters } from './drawing.js';
import { generationOf, isSire, type Lineage } from './lineage.js';
import { outlineKey, outlineRows, type OutlineRow } from './outline-rows.js';
import type { PedigreeKin } from './pedigree-data.js';
import type { ValueWords } from './pedigree-values.js';
import { repeatsIn } from './repeats.js';
import { usePedigreeWords } from './words.js';
import styles from './outline.module.css';

interface OutlineProps {
  lineage: Lineage<PedigreeKin>;
  label: string;
  daughters?: Daughters;
  /** Number of generations that are open at first. */
  open?: number;
  value?: (id: string) => ValueWords;
  onOpen(position: number, page: boolean): void;
}

/** The pedigree as a list whose rows can be opened. The list is for phones, and for users who prefer text. */
export function Outline({ lineage, label, daughters, open = 2, value, onOpen }: OutlineProps) {
  const [active, activate] = useState(1);
  // The rows that the user opened or closed; other rows have their initial state.
  const [toggled, toggle] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(
    () => outlineRows(lineage, (position) => generationOf(position) < open !== toggled.has(position)),
    [lineage, open, toggled],
  );
  const flip = (position: number) =>
    toggle(
      toggled.has(position)
        ? new Set([...toggled].filter((each) => each !== position))
        : new Set([...toggled, position]),
    );
  const present = rows.some(({ position }) => position === active) ? active : 1;
  return (
    // The focus is always on a row: a single row has `tabIndex` 0.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      role="tree"
      aria-label={label}
      className={styles.outline}
      onFocus={({ target }) => activate(Number(target.dataset.position))}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === 'Enter') return onOpen(present, event.shiftKey);
        const step = outlineKey(rows, present, event.key);
        if (!step) return;
        event.preventDefault();
        if ('toggle' in step) return flip(step.toggle);
        event.currentTarget.querySelector<HTMLElement>(`[data-position="${step.to}"]`)?.focus();
      }}
    >
      <Rows {...{ lineage, rows, present, daughters, value, onOpen }} onFlip={flip} />
    </div>
  );
}

interface RowsProps extends Pick<OutlineProps, 'lineage' | 'daughters' | 'value' | 'onOpen'> {
  rows: readonly OutlineRow<PedigreeKin>[];
  present: number;
  onFlip(position: number): void;
}

function Rows({ lineage, rows, present, daughters, value, onOpen, onFlip }: RowsProps) {
  const words = usePedigreeWords(lineage);
  const repeats = useMemo(() => repeatsIn(lineage), [lineage]);
  return rows.map(({ position, queen, level, size, index, open }) => {
    const repeat = queen && repeats.get(queen.id);
    return (
      // The tree handles the keys for its rows.
      // eslint-disable-next-line jsx-a11y/click-events-have-key-events
      <div
        key={position}
        role="treeitem"
        aria-level={level}
        aria-setsize={size}
        aria-posinset={index}
        aria-expanded={open ?? undefined}
        tabIndex={position === present ? 0 : -1}
        data-position={position}
        className={classes(styles.row, isSire(position) && styles.sire, position <= 1 && styles.own)}
        style={{ paddingInlineStart: 12 * (level - 1) }}
        onClick={({ shiftKey }) => (queen || position === 1) && onOpen(position, shiftKey)}
      >
        <Toggle open={open} onFlip={() => onFlip(position)} />
        {queen && <Dot born={queen.dateOfBirth} />}
        <span className={styles.texts}>
          <span className={styles.label}>{words.label(position)}</span>
          {queen ? (
            <span translate="no" className={styles.name}>
              {queen.name}
            </span>
          ) : position === 1 ? (
            <>
              <span className={styles.name}>{daughters?.name}</span>
              <span className={styles.facts}>{daughters?.count}</span>
            </>
          ) : (
            <NotKnown />
          )}
          {queen && <Facts facts={words.description(queen)} value={value?.(queen.id).whole} />}
        </span>
        {repeat && (
          <span className={classes(styles.badge, repeat.common && styles.common)}>
            <span aria-hidden="true">{repeat.number}</span>
            <span className="visually-hidden">
              <Plural value={repeat.positions.length} one="appears # time" other="appears # times" />
            </span>
          </span>
        )}
      </div>
    );
  });
}

function Facts({ facts, value }: { facts: string; value: string | undefined }) {
  return (
    <span className={styles.facts}>
      {facts}
      {value && <span>{value}</span>}
    </span>
  );
}

/** An icon that opens or closes a row when it is clicked. The tree handles the keys. */
function Toggle({ open, onFlip }: { open: boolean | null; onFlip(): void }) {
  return (
    <span
      className={styles.toggle}
      aria-hidden="true"
      onClick={(event) => {
        event.stopPropagation();
        if (open !== null) onFlip();
      }}
    >
      {open !== null && <ChevronRight data-open={open || undefined} />}
    </span>
  );
}
