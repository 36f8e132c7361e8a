import { useLingui } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { NotLoaded } from '../data/problem.js';
import { Dialog } from '../ui/dialog.js';
import { late } from '../ui/late.js';
import { LoadAnew } from '../ui/load-anew.js';

interface FinderProps {
  onClose: () => void;
}

const Finder = late<FinderProps>(
  () => import('./finder.js'),
  () => null,
  Gone,
);

function Gone({ onClose }: FinderProps) {
  const { t } = useLingui();
  const message = t`The search could not be loaded. Queenbook may be unreachable.`;
  return (
    <Dialog title={t`Find`} onClose={onClose}>
      <LoadAnew error={new NotLoaded(undefined, message)} />
    </Dialog>
  );
}

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
  const finder = open && <Finder onClose={() => setOpen(false)} />;
  return { openFinder: () => setOpen(true), finder };
}
