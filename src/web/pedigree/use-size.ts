import { useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';

/** How wide an element is, in pixels; 0 before it is there. */
export function useWidth<E extends HTMLElement>(): [ref: RefObject<E | null>, width: number] {
  const ref = useRef<E>(null);
  const [width, set] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current!;
    const measure = () => set(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/** Changes once when the fonts are there, for what has measured text before. */
export function useFontsLoaded(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.fonts.addEventListener('loadingdone', changed);
      return () => document.fonts.removeEventListener('loadingdone', changed);
    },
    () => document.fonts.status === 'loaded',
  );
}
