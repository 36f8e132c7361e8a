import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef, useState } from 'react';
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

/**
 * A cell of a row that can be corrected: by Enter, by its button, or by leaving it, so that nothing typed is lost. It
 * is part of a form, which Enter must not submit.
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
          // A cell that disappears once its row is right loses the focus, too.
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
