import { useEffect, useRef, type ReactNode } from 'react';
import { classes } from './class-names.js';
import styles from './page.module.css';

interface PageProps {
  /** The heading, and the title of the window. */
  title: string;
  /** Content that replaces the text of the heading, for example a queen with her dot. */
  heading?: ReactNode;
  /** A link to the parent page, above the heading. */
  back?: ReactNode;
  /** The actions of the page. The primary button is last. */
  actions?: ReactNode;
  /** `narrow` for forms and texts, `wide` for tables. */
  width?: 'narrow' | 'wide';
  /** Whether the page has the height of the window, for a long list that scrolls inside it. */
  fill?: boolean;
  children: ReactNode;
}

let first = true;

/** The frame of a page. The `h1` gets the focus after a navigation, so that screen readers announce the page. */
export function Page({ title, heading, back, actions, width = 'wide', fill, children }: PageProps) {
  const h1 = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Queenbook`;
  }, [title]);
  useEffect(() => {
    // After a page load, the focus must remain at the top of the document.
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
  /**
   * Whether the panel is the result of an action. The heading then gets the focus and scrolls to the top of the window.
   */
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
