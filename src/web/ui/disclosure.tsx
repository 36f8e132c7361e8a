import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.js';
import styles from './disclosure.module.css';

interface DisclosureProps {
  label: ReactNode;
  icon?: ReactNode;
  /** The position of the panel: below the button, or beside the navigation. */
  side?: 'start' | 'end' | 'rail';
  children: ReactNode;
}

const MARGIN = 8;

/** Moves a panel sideways if the navigation or an edge of the window would hide a part of it. */
function moveIntoView(panel: HTMLElement): void {
  panel.style.translate = '';
  const { left, right } = panel.getBoundingClientRect();
  const start = (panel.closest('main')?.getBoundingClientRect().left ?? 0) + MARGIN;
  const end = document.documentElement.clientWidth - MARGIN;
  const shift = Math.max(start - left, Math.min(0, end - right));
  if (shift !== 0) panel.style.translate = `${shift}px`;
}

/** A button that opens a panel, for example with columns or the account. Escape or a click outside closes the panel. */
export function Disclosure({ label, icon, side = 'start', children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const panel = useId();
  useEffect(() => {
    const shown = content.current;
    if (!shown || !open || side === 'rail') return;
    // Loaded content changes the width of the panel.
    const observer = new ResizeObserver(() => moveIntoView(shown));
    observer.observe(shown);
    observer.observe(document.documentElement);
    return () => observer.disconnect();
  }, [open, side]);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open]);
  return (
    // Escape closes the panel from any element within it.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={whole}
      className={styles.whole}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <Button ref={button} icon={icon} aria-expanded={open} aria-controls={panel} onClick={() => setOpen(!open)}>
        {label}
      </Button>
      <div ref={content} id={panel} className={styles.panel} data-side={side} hidden={!open}>
        {open && children}
      </div>
    </div>
  );
}
