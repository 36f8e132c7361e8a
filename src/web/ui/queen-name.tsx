import { Link } from '@tanstack/react-router';
import { graphql, readFragment, type FragmentOf } from '../data/graphql.js';
import { Dot } from './dot.js';
import styles from './queen-name.module.css';

/** What a queen is shown by everywhere: marking dot, name, studbook number. */
export const NAMED_QUEEN = graphql(`
  fragment NamedQueen on Queen {
    id
    name
    externalId
    dateOfBirth
  }
`);
export type NamedQueen = FragmentOf<typeof NAMED_QUEEN>;

interface QueenNameProps {
  queen: NamedQueen;
  /** Leads to her page, unless the row or the list around it does. */
  link?: boolean;
  /** Her number beside her name, below it, or not at all. */
  number?: 'beside' | 'below' | 'none';
}

/** A queen by marking dot, name and number; the name is a link to her page. Her name is not translated. */
export function QueenName({ queen, link = true, number = 'beside' }: QueenNameProps) {
  const { id, name, externalId, dateOfBirth } = readFragment(NAMED_QUEEN, queen);
  const label = (
    <span translate="no" className={styles.name}>
      {name}
    </span>
  );
  return (
    <span className={styles.queen}>
      <Dot born={dateOfBirth} />
      <span className={number === 'below' ? styles.stacked : styles.line}>
        {link ? (
          <Link to="/queens/$id" params={{ id }}>
            {label}
          </Link>
        ) : (
          label
        )}
        {number !== 'none' && externalId && externalId !== name && (
          <span translate="no" className={styles.number}>
            {externalId}
          </span>
        )}
      </span>
    </span>
  );
}
