import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Button } from '../ui/button.js';
import styles from './review-rows.module.css';

interface CellEditorProps {
  header: string;
  /** The text of the cell in the file. */
  cell: string;
  /** The text that is read instead, if the cell was corrected. */
  correction: string | undefined;
  /** Null removes a correction. */
  onCorrect: (text: string | null) => void;
}

/** A cell of a row that can be corrected. It is part of a form, so Enter must not send that. */
export function CellEditor({ header, cell, correction, onCorrect }: CellEditorProps) {
  const { t } = useLingui();
  const id = useId();
  const read = correction ?? cell;
  const [text, setText] = useState(read);
  const apply = () => text !== read && onCorrect(text === cell ? null : text);
  return (
    <div className={styles.cell}>
      <label htmlFor={id} translate="no">
        {header.trim() === '' ? <Trans>(no header)</Trans> : header}
      </label>
      <input
        id={id}
        value={text}
        translate="no"
        data-corrected={correction !== undefined || undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      {text !== read && (
        <Button onClick={apply}>
          <Trans>Correct</Trans>
        </Button>
      )}
      {text === read && correction !== undefined && (
        <Button kind="quiet" onClick={() => onCorrect(null)} title={t`In the file: ${cell}`}>
          <Trans>Undo the correction</Trans>
        </Button>
      )}
    </div>
  );
}
