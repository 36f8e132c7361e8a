import { useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';

/** Returns the width of an element in pixels; 0 before the element exists. */
export function useWidth<E extends HTMLElement>(): [ref: RefObject<E | null>, width: number] {
  const ref = useRef<E>(null);
  const [width, set] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => set(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/** Returns whether the fonts have loaded. When the result changes, components measure their text again. */
export function useFontsLoaded(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.fonts.addEventListener('loadingdone', changed);
      return () => document.fonts.removeEventListener('loadingdone', changed);
    },
    () => document.fonts.status === 'loaded',
  );
}
