import { useLingui } from '@lingui/react/macro';
import {
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { drawnBox, type DrawnBox } from './drawn-box.js';
import type { Box, Layout } from './layout.js';
import { Lanes, indexAmongParents } from './lanes.js';
import { MATE, pathFrom, queenAt, type Lineage } from './lineage.js';
import type { PedigreeKin } from './pedigree-data.js';
import type { ValueWords } from './pedigree-values.js';
import { badgeOf, nameLines, type PlaceText } from './place-lines.js';
import { Place } from './place.js';
import { repeatsIn } from './repeats.js';
import { stepFrom } from './walk.js';
import { useFontsLoaded } from './use-size.js';
import { usePedigreeWords } from './words.js';
import styles from './drawing.module.css';

export interface View {
  x: number;
  y: number;
  k: number;
}

/** The text at position 1 in the pedigree of the daughters: a title, and the number of daughters. */
export interface Daughters {
  name: string;
  count: string;
}

interface DrawingProps {
  lineage: Lineage<PedigreeKin>;
  layout: Layout;
  label: string;
  /** The text at position 1 in the pedigree of the daughters. */
  daughters?: Daughters;
  view: View;
  width: number;
  height: number;
  /** Returns the chosen value of a queen as text. */
  value?: (id: string) => ValueWords;
  /** The position of the queen whose facts are shown. */
  chosen?: number | null;
  /** Called when the user chooses a position. `page` is true if Shift is pressed, to open the page of the queen. */
  onOpen(position: number, page: boolean): void;
  /** Called with the box of the focused queen, to bring it into view. */
  onFocus?(box: DrawnBox): void;
  onKey?(event: KeyboardEvent): void;
  ref?: Ref<SVGSVGElement>;
}

/** The pedigree as an SVG tree with a single tab stop. Arrow keys move the focus between queens. */
export function Drawing({ view, width, height, label, ref, onKey, ...tree }: DrawingProps) {
  return (
    <svg ref={ref} className={styles.drawing} width={width} height={height} role="tree" aria-label={label}>
      <g transform={`translate(${view.x} ${view.y})`} onKeyDown={onKey}>
        <Tree scale={view.k} {...tree} />
      </g>
    </svg>
  );
}

type TreeProps = Omit<DrawingProps, 'view' | 'width' | 'height' | 'label' | 'ref' | 'onKey'> & { scale: number };

const positionOf = (target: EventTarget): number | null => {
  const place = (target as Element).closest('[data-position]');
  return place && Number(place.getAttribute('data-position'));
};

/** Memoized, so that moving the drawing does not render it again. */
const Tree = memo(function Tree({
  lineage,
  layout,
  scale,
  daughters,
  value,
  chosen = null,
  onOpen,
  onFocus,
}: TreeProps) {
  const { t } = useLingui();
  const [active, activate] = useState(1);
  const [focused, setFocused] = useState<number | null>(null);
  const fonts = useFontsLoaded();
  const repeats = useMemo(() => repeatsIn(lineage), [lineage]);
  const words = usePedigreeWords(lineage);
  const texts = useMemo(() => {
    const textOf = ({ position }: Box): PlaceText | null => {
      const queen = queenAt(lineage, position);
      if (!queen) {
        if (position !== 1 || !daughters) return null;
        const { name, count } = daughters;
        return { label: '', name, facts: [count], value: null, aloud: `${name}: ${count}`, born: null, dotless: true };
      }
      const aloud = words.aloud(position, queen);
      const shown = value?.(queen.id) ?? null;
      return {
        label: words.label(position),
        name: queen.name,
        facts: words.facts(queen),
        value: shown && shown.short,
        aloud: shown === null ? aloud : `${aloud}. ${shown.whole}`,
        born: queen.dateOfBirth,
      };
    };
    return new Map(layout.boxes.map((box) => [box.position, textOf(box)]));
  }, [layout, lineage, daughters, value, words]);
  const drawn = useMemo(() => {
    const more = value ? 2 : 1;
    return new Map(
      layout.boxes.map((box) => {
        const text = texts.get(box.position);
        const badge = badgeOf(repeats.get(queenAt(lineage, box.position)?.id ?? ''));
        const names = text ? nameLines(text, box.width * scale, badge) : 1;
        return [box.position, drawnBox(box, scale, names + more)];
      }),
    );
    // Text is measured again when the fonts have loaded.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [layout, scale, value, texts, repeats, lineage, fonts]);
  const highlighted = focused ?? chosen;
  const marked = useMemo(() => marks(lineage, highlighted, repeats), [lineage, highlighted, repeats]);
  const mating = useCallback(
    (position: number) => {
      const mother = queenAt(lineage, position);
      return mother && words.mating(mother);
    },
    [lineage, words],
  );
  useLayoutEffect(() => {
    performance.mark('pedigree-drawn');
  }, [layout]);

  const show = (position: number) => {
    const box = drawn.get(position);
    if (box) onFocus?.(box);
  };
  const reveal = useEffectEvent(show);
  useEffect(() => {
    if (chosen === null) return;
    activate(chosen);
    reveal(chosen);
  }, [chosen]);

  const present = drawn.get(active)?.known ? active : 1;
  return (
    <g
      onFocus={({ target }) => {
        const position = positionOf(target);
        if (position === null) return;
        activate(position);
        setFocused(position);
        show(position);
      }}
      onBlur={() => setFocused(null)}
      onClick={({ target, shiftKey }) => {
        const position = positionOf(target);
        if (position !== null) onOpen(position, shiftKey);
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === 'Enter') onOpen(present, event.shiftKey);
        const queen = queenAt(lineage, present);
        const next = stepFrom(layout, present, event.key, queen ? repeats.get(queen.id) : undefined);
        if (next === null) return;
        event.preventDefault();
        event.currentTarget.querySelector<SVGElement>(`[data-position="${next}"]`)?.focus({ preventScroll: true });
      }}
    >
      <Lanes drawn={drawn} scale={scale} marked={marked} mating={mating} notKnown={t`not known`} />
      {[...drawn.values()].map((box) => {
        const { position, generation } = box;
        const text = texts.get(position);
        if (!text) return null;
        return (
          <Place
            key={position}
            {...{ box, text, fonts }}
            repeat={repeats.get(queenAt(lineage, position)?.id ?? '')}
            level={generation + 1}
            {...indexAmongParents(drawn, position)}
            tabbable={position === present}
            marked={marked.has(position)}
          />
        );
      })}
    </g>
  );
});

/** Returns all positions of the highlighted queen, and the paths from these positions to position 1. */
function marks(
  { places }: Lineage,
  focused: number | null,
  repeats: ReturnType<typeof repeatsIn>,
): ReadonlySet<number> {
  if (focused === null) return new Set();
  if (focused === MATE) return new Set([MATE]);
  const same = repeats.get(places.get(focused)?.id ?? '')?.positions ?? [focused];
  return new Set(same.flatMap(pathFrom));
}
