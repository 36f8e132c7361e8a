import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef, useState } from 'react';
import { Button } from '../ui/button.js';
import styles from './review-rows.module.css';

interface CellEditorProps {
  header: string;
  /** The text of the cell in the file. */
  cell: string;
  /** The corrected text, which the import reads instead of the cell. */
  correction: string | undefined;
  /** Null removes a correction. */
  onCorrect: (text: string | null) => void;
}

/**
 * An input that corrects a cell of a row. Enter, the button, and leaving the input apply the correction, so that no
 * input is lost. Enter must not submit the surrounding form.
 */
export function CellEditor({ header, cell, correction, onCorrect }: CellEditorProps) {
  const { t } = useLingui();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const read = correction ?? cell;
  const [text, setText] = useState(read);
  const applied = useRef(read);
  const apply = () => {
    if (text === read) return;
    applied.current = text;
    onCorrect(text === cell ? null : text);
  };
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
        onBlur={({ relatedTarget }) => {
          // The input also loses the focus if it disappears because its row has no errors left.
          if (relatedTarget !== button.current && text !== applied.current) apply();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      {text !== read && (
        <Button ref={button} onClick={apply}>
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
