import { useEffect, useRef, type ReactNode } from 'react';
import { classes } from './class-names.js';
import styles from './page.module.css';

interface PageProps {
  /** The heading, which is also the title of the window. */
  title: string;
  /** Replaces the text of the heading, for example by a queen with her dot. */
  heading?: ReactNode;
  /** Link to the previous page, above the heading. */
  back?: ReactNode;
  /** Actions of the page; the primary button comes last. */
  actions?: ReactNode;
  /** Forms and texts are narrow, tables are wide. */
  width?: 'narrow' | 'wide';
  /** Has the height of the window, for a long list that scrolls inside. */
  fill?: boolean;
  children: ReactNode;
}

let first = true;

/** A page with an `h1`, which gets the focus on arrival, so that it is announced. */
export function Page({ title, heading, back, actions, width = 'wide', fill, children }: PageProps) {
  const h1 = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Queenbook`;
  }, [title]);
  useEffect(() => {
    // A page opened by its address starts at the top.
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

/** A section of a page with its heading. */
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
  /** Its heading gets the focus, at the top of the window, when it appears as the result of an action. */
  focused?: boolean;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!focused) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
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
