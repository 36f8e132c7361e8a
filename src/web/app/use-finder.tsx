import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';

const Finder = lazy(() => import('./finder.js'));

/** Opens the search over everything, also by Ctrl+K or ⌘K. `finder` renders it. */
export function useFinder(): { openFinder: () => void; finder: ReactNode } {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      // A dialog that waits for an answer stays in front.
      if (!document.querySelector('dialog[open]')) setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const finder = open && (
    <Suspense>
      <Finder onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { openFinder: () => setOpen(true), finder };
}
