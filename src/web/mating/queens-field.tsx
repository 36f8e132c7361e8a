import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { LifeStatus } from '../ui/life-status.js';
import { QueenName } from '../ui/queen-name.js';
import { QueenPicker } from '../ui/queen-picker.js';
import type { Parent } from './mating-data.js';
import { MOST_QUEENS } from './mating-search.js';
import styles from './question.module.css';

interface QueensFieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  ids: readonly string[];
  parents: ReadonlyMap<string, Parent>;
  /** Whether all of them were looked up. */
  looked: boolean;
  onChange: (ids: string[]) => void;
}

/** Several queens, added by search one after the other and taken out again. */
export function QueensField({ name, label, hint, ids, parents, looked, onChange }: QueensFieldProps) {
  const { t } = useLingui();
  const field = useRef<HTMLDivElement>(null);
  const takeOut = (id: string): void => {
    onChange(ids.filter((one) => one !== id));
    // Its button goes with it: the focus goes to where the next one is added.
    field.current?.querySelector<HTMLElement>('input')?.focus();
  };
  return (
    <div ref={field} className={styles.queens}>
      {ids.length > 0 && (
        <ul className={styles.chosen} aria-label={label}>
          {ids.map((id) => {
            const parent = parents.get(id);
            if (!parent && !looked) return <li key={id} className={styles.coming} />;
            const called = parent?.name ?? t`a queen who is not there any more`;
            return (
              <li key={id}>
                {parent ? <QueenName queen={parent} /> : called}
                {parent?.status && <LifeStatus status={parent.status} />}
                <button type="button" aria-label={t`Take out ${called}`} onClick={() => takeOut(id)}>
                  <X aria-hidden="true" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {ids.length < MOST_QUEENS && (
        <QueenPicker
          name={name}
          label={ids.length === 0 ? label : t`One more`}
          hint={hint}
          adding
          onPick={(picked) => picked && !ids.includes(picked.id) && onChange([...ids, picked.id])}
        />
      )}
    </div>
  );
}
