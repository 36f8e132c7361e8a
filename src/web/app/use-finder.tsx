import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { NotLoaded } from '../data/problem.js';
import { Dialog } from '../ui/dialog.js';
import { loadLater } from '../ui/load-later.js';
import { ReloadPanel } from '../ui/reload-panel.js';
import type { FinderProps } from './finder.js';

const Finder = loadLater<FinderProps>(() => import('./finder.js'), LoadingFinder, FinderFailed);

/** Collects the text that the user types while the code of the search is loading. */
function LoadingFinder({ typed, onClose }: FinderProps) {
  const { t } = useLingui();
  const label = t`Queen, apiary, key or page`;
  return (
    <Dialog title={t`Find`} onClose={onClose}>
      <input
        type="text"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        style={{ width: '100%' }}
        onChange={({ target }) => (typed.current = target.value)}
      />
    </Dialog>
  );
}

function FinderFailed({ onClose }: FinderProps) {
  const { t } = useLingui();
  const message = t`The search could not be loaded. Queenbook may be unreachable.`;
  return (
    <Dialog title={t`Find`} onClose={onClose}>
      <ReloadPanel error={new NotLoaded(undefined, message)} />
    </Dialog>
  );
}

/** `openFinder`, Ctrl+K and ⌘K open the search. `finder` is the rendered search. */
export function useFinder(): { openFinder: () => void; finder: ReactNode } {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      // The search must not cover another dialog.
      if (!document.querySelector('dialog[open]')) setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const typed = useRef('');
  const close = () => {
    typed.current = '';
    setOpen(false);
  };
  const finder = open && <Finder typed={typed} onClose={close} />;
  return { openFinder: () => setOpen(true), finder };
}
