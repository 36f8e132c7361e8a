import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.js';
import styles from './meanwhile.module.css';

interface TwoVersionsProps {
  /** A sentence about the changes of the other user. */
  children: ReactNode;
  /** The header of the column with the names of the rows. */
  subject?: ReactNode;
  /** The name of each row, the recorded value, and the value of the user. */
  rows: readonly { name: ReactNode; recorded: ReactNode; yours: ReactNode }[];
  onKeep: () => void;
  onTake: () => void;
}

/** Shows both versions after another user has changed the same data. The user chooses one version. */
export function TwoVersions({ children, subject, rows, onKeep, onTake }: TwoVersionsProps) {
  return (
    <div className={styles.meanwhile}>
      <p>{children}</p>
      <table>
        <thead>
          <tr>
            {subject ? <th scope="col">{subject}</th> : <td />}
            <th scope="col">
              <Trans>Recorded</Trans>
            </th>
            <th scope="col">
              <Trans>Yours</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, recorded, yours }, index) => (
            <tr key={index}>
              <th scope="row">{name}</th>
              <td>{recorded}</td>
              <td>{yours}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.choices}>
        <Button onClick={onKeep}>
          <Trans>Keep mine</Trans>
        </Button>
        <Button onClick={onTake}>
          <Trans>Use the recorded values</Trans>
        </Button>
      </div>
    </div>
  );
}
