import { useEffect, useRef, type ReactNode } from 'react';
import { classes } from './class-names.js';
import styles from './page.module.css';

interface PageProps {
  /** The heading, which is also the title of the window. */
  title: string;
  /** Replaces the words in the heading, such as a queen with her dot. */
  heading?: ReactNode;
  /** Where one came from, above the heading. */
  back?: ReactNode;
  /** What can be done here; the one primary button comes last. */
  actions?: ReactNode;
  /** Forms and texts are narrow, tables are wide. */
  width?: 'narrow' | 'wide';
  /** As high as the window, for one long list that scrolls within. */
  fill?: boolean;
  children: ReactNode;
}

let first = true;

/** A page with one `h1`, which takes the focus on arrival, so that it is read aloud. */
export function Page({ title, heading, back, actions, width = 'wide', fill, children }: PageProps) {
  const h1 = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Queenbook`;
  }, [title]);
  useEffect(() => {
    // The page that was opened by its address begins at its top, as any other.
    if (!first) h1.current?.focus({ preventScroll: true });
    first = false;
  }, []);
  return (
    <div className={classes(styles.page, styles[width], fill && styles.fill)}>
      {back && <div className={styles.back}>{back}</div>}
      <header className={styles.head}>
        <h1 ref={h1} tabIndex={-1}>
          {heading ?? title}
        </h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page on a ground of its own, with its heading. */
export function Panel({
  title,
  actions,
  id,
  focused,
  children,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  id?: string;
  /** Its heading takes the focus as it appears, where it is the answer to what one did. */
  focused?: boolean;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <section className={styles.panel} id={id}>
      {title && (
        <header className={styles.panelHead}>
          <h2 ref={heading} tabIndex={focused ? -1 : undefined}>
            {title}
          </h2>
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
