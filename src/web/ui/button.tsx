import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from './class-names.js';
import styles from './button.module.css';

type Kind = 'primary' | 'plain' | 'danger' | 'quiet';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  kind?: Kind;
  icon?: ReactNode;
  /**
   * Whether the action of the button is running. The button then keeps the focus, announces that it is busy, and
   * ignores clicks.
   */
  busy?: boolean;
  /**
   * Whether the action is unavailable. If the reason is not obvious, the caller sets `aria-describedby` to a text that
   * explains it.
   */
  blocked?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button without the attribute `disabled`: a disabled button loses the keyboard focus. */
export function Button({ kind = 'plain', icon, busy, blocked, onClick, className, children, ...rest }: ButtonProps) {
  const off = busy || blocked;
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles.button, styles[kind], className)}
      aria-disabled={off || undefined}
      data-busy={busy || undefined}
      onClick={(event) => (off ? event.preventDefault() : onClick?.(event))}
    >
      {icon}
      {children}
    </button>
  );
}

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  kind?: Kind;
  icon?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

function Anchor({ kind = 'plain', icon, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={classes(styles.button, styles[kind], className)}>
      {icon}
      {children}
    </a>
  );
}

/** A link that looks like a button: `<ButtonLink to="/queens/new" kind="primary">`. */
export const ButtonLink = createLink(Anchor);
/** A link that looks like a button, to a file of the server. */
export const DownloadLink = Anchor;
