import { Link } from '@tanstack/react-router';
import { graphql, readFragment, type FragmentOf } from '../data/graphql.js';
import { Dot } from './dot.js';
import styles from './queen-name.module.css';

/** The fields of a queen that `QueenName` displays. */
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
  /** Whether the name links to the queen's page. */
  link?: boolean;
  /** The position of the identifier: beside the name, below the name, or none. */
  number?: 'beside' | 'below' | 'none';
}

/** A queen with marking dot, name and identifier. The name can link to her page, and is not translated. */
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
