import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { LifeStatus } from '../ui/life-status.js';
import { QueenName } from '../ui/queen-name.js';
import { QueenPicker } from '../ui/queen-picker.js';
import type { Parent } from './mating-data.js';
import { MAX_QUEENS } from './mating-search.js';
import styles from './question.module.css';

interface QueensFieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  ids: readonly string[];
  parents: ReadonlyMap<string, Parent>;
  /** Whether the data of all queens are loaded. */
  isLoaded: boolean;
  onChange: (ids: string[]) => void;
}

/** A field for several queens. The user adds queens one by one with a search, and can remove them. */
export function QueensField({ name, label, hint, ids, parents, isLoaded, onChange }: QueensFieldProps) {
  const { t } = useLingui();
  // After each change, a new empty field gets the focus, to search for the next queen.
  const [changes, setChanges] = useState(0);
  const change = (next: string[]): void => {
    onChange(next);
    setChanges(changes + 1);
  };
  return (
    <div className={styles.queens}>
      {ids.length > 0 && (
        <ul className={styles.chosen} aria-label={label}>
          {ids.map((id) => {
            const parent = parents.get(id);
            if (!parent && !isLoaded) return <li key={id} className={styles.coming} />;
            const called = parent?.name ?? t`a deleted queen`;
            return (
              <li key={id}>
                {parent ? <QueenName queen={parent} /> : called}
                {parent?.status && <LifeStatus status={parent.status} />}
                <button
                  type="button"
                  aria-label={t`Remove ${called}`}
                  onClick={() => change(ids.filter((one) => one !== id))}
                >
                  <X aria-hidden="true" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {ids.length < MAX_QUEENS && (
        <QueenPicker
          key={changes}
          autoFocus={changes > 0}
          name={name}
          label={ids.length === 0 ? label : t`One more`}
          hint={hint}
          onPick={(picked) => picked && !ids.includes(picked.id) && change([...ids, picked.id])}
        />
      )}
    </div>
  );
}
