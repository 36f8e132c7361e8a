import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Dialog } from './dialog.js';
import { LeaveQuestion, Leaving } from './leaving.js';
import { useUnsaved } from './unsaved.js';

interface FormDialogProps {
  title: string;
  onClose: () => void;
  /** Renders the form. `close` is for Cancel; the form calls `saved` when it has no unsaved input. */
  children: (form: { close: () => void; saved: () => void }) => ReactNode;
}

/** A dialog with a form. If there are changes, Escape, Cancel and going back ask for confirmation. */
export function FormDialog({ title, onClose, children }: FormDialogProps) {
  const { watch, unsaved, saved } = useUnsaved();
  const [asking, setAsking] = useState(false);
  const close = () => (unsaved() ? setAsking(true) : onClose());
  // Closes the form if one of its links leads to another part of the page.
  const { href } = useLocation();
  const [initial] = useState(href);
  const left = useEffectEvent(onClose);
  useEffect(() => {
    if (href !== initial) left();
  }, [href, initial]);
  return (
    <>
      <Dialog title={title} onClose={close}>
        <div onFocusCapture={watch}>{children({ close, saved })}</div>
      </Dialog>
      {asking && <LeaveQuestion onLeave={onClose} onStay={() => setAsking(false)} />}
      <Leaving unsaved={unsaved} />
    </>
  );
}
