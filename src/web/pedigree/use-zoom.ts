import { select, type Selection } from 'd3-selection';
import { zoom, zoomIdentity, zoomTransform, type D3ZoomEvent, type ZoomBehavior } from 'd3-zoom';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { MARGIN, fitted } from './columns.js';
import type { DrawnBox } from './drawn-box.js';
import type { View } from './drawing.js';
import type { Layout } from './layout.js';

interface Zoom {
  ref: (svg: SVGSVGElement | null) => void;
  view: View;
  /** Whether the user has moved or zoomed the drawing. */
  moved: boolean;
  by(factor: number): void;
  /** Resets the zoom and the position. */
  whole(): void;
  /** Moves the drawing as little as needed to bring a box into view. */
  reveal(box: DrawnBox): void;
}

const MIN_SCALE = 0.2;
const MAX_SCALE = 4;
/**
 * Lets the user move and zoom a drawing by dragging, by pinching, or with Ctrl and the wheel. Without Ctrl, the wheel
 * scrolls the page.
 * @param covered width at the right that a panel hides, in pixels
 */
export function useZoom(layout: Layout, width: number, height: number, covered: number): Zoom {
  const k = fitted(layout.width, width);
  const start = useMemo(() => {
    const free = height - layout.height * k;
    return zoomIdentity.translate(MARGIN, free >= 0 ? free / 2 : height / 2 - layout.self * k).scale(k);
  }, [height, k, layout.height, layout.self]);
  const [svg, ref] = useState<SVGSVGElement | null>(null);
  const [view, setView] = useState<View>(start);
  // After the user has moved or zoomed the drawing, changes of the window or the data do not reset the position.
  const moved = useRef(false);
  const behaviour = useMemo<ZoomBehavior<SVGSVGElement, unknown>>(
    () =>
      zoom<SVGSVGElement, unknown>()
        .scaleExtent([MIN_SCALE, MAX_SCALE])
        .extent([
          [0, 0],
          [width, height],
        ])
        .translateExtent([
          [-MARGIN * 4, -MARGIN * 4],
          [layout.width + MARGIN * 4, layout.height + MARGIN * 4],
        ])
        .filter((event: MouseEvent) => (event.type === 'wheel' ? event.ctrlKey : !event.button))
        .on('zoom', ({ transform }: D3ZoomEvent<SVGSVGElement, unknown>) => {
          moved.current = transform !== start;
          setView(transform);
        }),
    [layout, width, height, start],
  );
  const drawing = useMemo<Selection<SVGSVGElement, unknown, null, undefined> | null>(
    () => svg && select<SVGSVGElement, unknown>(svg),
    [svg],
  );
  useLayoutEffect(() => {
    if (!drawing) return;
    drawing.call(behaviour).on('dblclick.zoom', null);
    if (!moved.current) drawing.call(behaviour.transform, start);
    return () => void drawing.on('.zoom', null);
  }, [drawing, behaviour, start]);

  return {
    ref,
    view,
    moved: view !== start,
    by: useCallback((factor: number) => drawing && behaviour.scaleBy(drawing, factor), [drawing, behaviour]),
    whole: useCallback(() => drawing && behaviour.transform(drawing, start), [drawing, behaviour, start]),
    reveal: useCallback(
      (box: DrawnBox) => {
        // Reads the position from the element instead of the state, so that the function does not change while the
        // drawing is moved.
        const { x, y, k: scale } = svg ? zoomTransform(svg) : zoomIdentity;
        const right = distanceInto(box.x + x, box.width, width - covered);
        const down = distanceInto(box.y - box.height / 2 + y, box.height, height);
        if (drawing && (right !== 0 || down !== 0)) behaviour.translateBy(drawing, right / scale, down / scale);
      },
      [svg, drawing, behaviour, width, height, covered],
    ),
  };
}

/** Returns the distance by which an interval must move to be inside the window. */
function distanceInto(from: number, length: number, window: number): number {
  if (from < MARGIN) return MARGIN - from;
  const over = from + length - (window - MARGIN);
  return over > 0 ? Math.max(-over, MARGIN - from) : 0;
}
